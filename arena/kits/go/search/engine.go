package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/vmihailenco/msgpack/v5"
)

// Engine is the arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.
type Engine struct {
	input   *bufio.Writer
	encoder *msgpack.Encoder
	decoder *msgpack.Decoder
}

// StartEngine starts the one whose command the arena gives if bot.toml says `engine = true`.
func StartEngine() (*Engine, error) {
	command := os.Getenv("ARENA_ENGINE")
	if command == "" {
		return nil, errors.New("ARENA_ENGINE is not set: bot.toml must say engine = true")
	}
	return NewEngine(command)
}

// NewEngine starts it by a command in a shell's words.
func NewEngine(command string) (*Engine, error) {
	child := exec.Command("sh", "-c", "exec "+command)
	child.Stderr = os.Stderr
	input, err := child.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	writer := bufio.NewWriter(input)
	encoder := msgpack.NewEncoder(writer)
	encoder.UseCompactInts(true)
	decoder := msgpack.NewDecoder(bufio.NewReader(output))
	decoder.UseLooseInterfaceDecoding(true) // all ints are int64 or uint64
	return &Engine{writer, encoder, decoder}, child.Start()
}

// Request gives its answer to a request such as Plain{"type": "new", "game": "portals", "players": 2}.
func (engine *Engine) Request(fields Plain) (Plain, error) {
	if err := engine.encoder.Encode(fields); err != nil {
		return nil, err
	}
	if err := engine.input.Flush(); err != nil {
		return nil, err
	}
	var answer Plain
	if err := engine.decoder.Decode(&answer); err != nil {
		return nil, fmt.Errorf("the engine has ended: %w", err)
	}
	if answer["type"] == "error" {
		return nil, fmt.Errorf("%s: %s", fields["type"], answer["error"])
	}
	return answer, nil
}
