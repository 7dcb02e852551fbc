package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// Recorded answers of the engine, see ENGINE.md.
func TestAnswersAreReadAndRefusalsAreErrors(t *testing.T) {
	engine, err := NewEngine("sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("test/vectors/engine.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var vectors []struct {
		Name            string
		Request, Answer Plain
	}
	decoder := json.NewDecoder(file)
	decoder.UseNumber() // tells 2 from 2.0
	if err := decoder.Decode(&vectors); err != nil {
		t.Fatal(err)
	}
	for _, vector := range vectors {
		request := Plain{"type": vector.Request["type"]} // the answer is a recorded one
		answer, err := engine.Request(request)
		if words, refused := vector.Answer["error"].(string); refused {
			if err == nil || !strings.HasSuffix(err.Error(), words) {
				t.Fatalf("%s: expected the error %q, found %v", vector.Name, words, err)
			}
		} else if err != nil {
			t.Fatalf("%s: %s", vector.Name, err)
		} else if found, expected := text(spelled(answer)), text(vector.Answer); found != expected {
			t.Fatalf("%s: expected %s, found %s", vector.Name, expected, found)
		}
	}
}
