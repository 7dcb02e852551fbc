package main

import (
	"bufio"
	"errors"
	"io"
	"log"
	"os"

	"github.com/vmihailenco/msgpack/v5"
)

// Plain is a map of what messages are made of: nil, bool, integers, float64, string, []any and map[string]any.
type Plain = map[string]any

// Clock is in milliseconds; nil where there is no limit of that kind.
type Clock struct {
	MoveMs      *int `msgpack:"move_ms"`
	BankMs      *int `msgpack:"bank_ms"`
	IncrementMs *int `msgpack:"increment_ms"`
}

// Message is any message of the arena's; Type says which, and which fields are set. See SPEC.md.
type Message struct {
	Type string `msgpack:"type"`

	// start
	Match   string `msgpack:"match"`
	Game    string `msgpack:"game"`
	Players int    `msgpack:"players"`
	Options Plain  `msgpack:"options"`
	BotSeed int64  `msgpack:"bot_seed"`

	Components Plain `msgpack:"components"` // of a component file, if there is one

	// start and decide
	Seat  int   `msgpack:"seat"`
	Clock Clock `msgpack:"clock"`

	// decide; View, Legal and Events if the bot's Send asks for them
	ID     int     `msgpack:"id"`
	Kind   string  `msgpack:"kind"`
	View   Plain   `msgpack:"view"`
	Legal  []Plain `msgpack:"legal"`
	Events []Plain `msgpack:"events"`

	// rejected
	Reason    string `msgpack:"reason"`
	TriesLeft int    `msgpack:"tries_left"`

	// over
	Scores []float64 `msgpack:"scores"`
	Ranks  []int     `msgpack:"ranks"`
	Faults []Plain   `msgpack:"faults"`
}

type hello struct {
	Type     string   `msgpack:"type"`
	Protocol int      `msgpack:"protocol"`
	Name     string   `msgpack:"name"`
	Send     []string `msgpack:"send"`
}

type ready struct {
	Type string `msgpack:"type"`
}

type act struct {
	Type  string `msgpack:"type"`
	ID    int    `msgpack:"id"`
	Index int    `msgpack:"index"`
}

// Bot is what plays.
type Bot interface {
	Name() string
	// Send names the parts of a decision that it wants: any of "view", "legal" and "events".
	Send() []string
	Start(match *Message)
	// Choose gives an index into decision.Legal.
	Choose(decision *Message) int
	Over(result *Message)
}

// Play talks with the arena until it says bye or goes away.
func Play(bot Bot, input io.Reader, output io.Writer) error {
	decoder := msgpack.NewDecoder(bufio.NewReader(input))
	writer := bufio.NewWriter(output)
	encoder := msgpack.NewEncoder(writer)
	encoder.UseCompactInts(true)
	send := func(message any) error {
		if err := encoder.Encode(message); err != nil {
			return err
		}
		return writer.Flush()
	}
	decision := new(Message)
	for {
		message := new(Message)
		if err := decoder.Decode(message); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var answer any
		switch message.Type {
		case "hello":
			answer = hello{"hello", 1, bot.Name(), bot.Send()}
		case "start":
			bot.Start(message)
			answer = ready{"ready"}
		case "decide":
			decision = message
			answer = act{"act", decision.ID, bot.Choose(decision)}
		case "rejected":
			log.Println("rejected:", message.Reason)
			answer = act{"act", decision.ID, bot.Choose(decision)}
		case "over":
			bot.Over(message)
		case "bye":
			return nil
		}
		if answer != nil {
			if err := send(answer); err != nil {
				return err
			}
		}
	}
}

// Standard output belongs to the arena, so what the bot prints goes to standard error.
func divertPrints() *os.File {
	output := os.Stdout
	os.Stdout = os.Stderr
	return output
}
