package main

import (
	"log"
	"os"
)

const (
	longestMs = 1000
	horizon   = 20 // how many decisions a playout goes on for, before the position is judged
)

// MyBot plays any game: it tries each legal action in many playouts, and takes the one that did best on average.
type MyBot struct {
	engine     *Engine
	components Plain
}

func (bot *MyBot) Name() string { return "{{name}}" }

func (bot *MyBot) Send() []string { return []string{"view"} }

// Start has the engine load the match's game before the clock runs.
func (bot *MyBot) Start(match *Message) {
	if bot.engine == nil {
		engine, err := StartEngine()
		if err != nil {
			log.Fatal(err)
		}
		bot.engine = engine
	}
	bot.components = match.Components
	bot.ask(Plain{
		"type": "new", "into": 0, "game": match.Game, "players": match.Players,
		"options": match.Options, "components": match.Components,
	})
}

// Choose is where you start to think: decision.Kind says what is asked, decision.View what you know.
func (bot *MyBot) Choose(decision *Message) int {
	bot.ask(Plain{
		"type": "from_view", "into": 0, "view": decision.View, "seat": decision.Seat,
		"components": bot.components,
	})
	tried := bot.ask(Plain{
		"type": "playouts", "state": 0, "policy": "sensible", "horizon": horizon,
		"ms": milliseconds(decision.Clock),
	})
	return int(tried["best"].(int64)) // "tries" and "means" say how each action did
}

// Over is told how the match ended: result.Scores and result.Ranks are by seat.
func (bot *MyBot) Over(result *Message) {}

func (bot *MyBot) ask(request Plain) Plain {
	answer, err := bot.engine.Request(request)
	if err != nil {
		log.Fatal("the engine: ", err)
	}
	return answer
}

// How long to think: half of the time for a move, a small part of what is there for the whole match.
func milliseconds(clock Clock) int {
	ms := longestMs
	if clock.MoveMs != nil {
		ms = min(ms, *clock.MoveMs/2)
	}
	if clock.BankMs != nil {
		ms = min(ms, *clock.BankMs/40)
	}
	return ms
}

func main() {
	if err := Play(new(MyBot), os.Stdin, divertPrints()); err != nil {
		log.Fatal(err)
	}
}
