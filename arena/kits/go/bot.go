package main

import (
	"log"
	"math/rand"
	"os"
)

// MyBot plays any game at random.
type MyBot struct {
	random *rand.Rand
}

func (bot *MyBot) Name() string { return "{{name}}" }

func (bot *MyBot) Send() []string { return []string{"view", "legal", "events"} }

// Start looks at the match that begins: match.Game, Players, Seat and Options.
func (bot *MyBot) Start(match *Message) {
	bot.random = rand.New(rand.NewSource(match.BotSeed)) // same seed, same game
}

// Choose is where you start to think: decision.Kind says what is asked, decision.View what you know.
func (bot *MyBot) Choose(decision *Message) int {
	return bot.random.Intn(len(decision.Legal))
}

// Over is told how the match ended: result.Scores and result.Ranks are by seat.
func (bot *MyBot) Over(result *Message) {}

func main() {
	if err := Play(new(MyBot), os.Stdin, divertPrints()); err != nil {
		log.Fatal(err)
	}
}
