package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/vmihailenco/msgpack/v5"
)

func TestAnswersEachRecordedMessageThatAsks(t *testing.T) {
	said, err := os.Open("test/vectors/conversation.msgpack")
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	var written bytes.Buffer
	if err := Play(new(MyBot), iotest.OneByteReader(said), &written); err != nil {
		t.Fatal(err)
	}
	if found := wireFault(written.Bytes(), true); found != "" {
		t.Errorf("the answers are %s", found)
	}
	expected := []struct {
		kind      string
		id, legal int
	}{{"hello", 0, 1}, {"ready", 0, 1}, {"act", 1, 3}, {"act", 1, 3}, {"act", 2, 2}, {"ready", 0, 1}}
	decoder := msgpack.NewDecoder(&written)
	for place, want := range expected {
		var got act
		if err := decoder.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if got.Type != want.kind || got.ID != want.id || got.Index < 0 || got.Index >= want.legal {
			t.Errorf("answer %d is %+v, and should be like %+v", place, got, want)
		}
	}
	if _, err := decoder.DecodeInterface(); err != io.EOF {
		t.Error("more was answered than asked")
	}
}

// A vector is one of the protocol's own byte strings, see test/vectors/README.md.
type vector struct {
	Name, From, Hex, Kind string
	Parts                 [][2]any
	Value                 any
}

func TestValidBytesAreReadAsTheirValue(t *testing.T) {
	for _, vector := range vectors(t, "valid") {
		data := vector.bytes(t)
		for range []string{"as they are", "packed again"} {
			var value Plain
			if err := msgpack.Unmarshal(data, &value); err != nil {
				t.Errorf("%s: %s", vector.Name, err)
			} else if found, expected := text(spelled(value)), text(vector.Value); found != expected {
				t.Errorf("%s: expected %s, found %s", vector.Name, expected, found)
			}
			data = pack(value)
		}
		vector.expectFault(t, "")
	}
}

func TestInvalidBytesAreTheNamedFault(t *testing.T) {
	for _, vector := range vectors(t, "invalid") {
		if vector.From != "arena" { // which a bot trusts
			vector.expectFault(t, fault(vector.Kind))
		}
	}
}

func vectors(t *testing.T, name string) (vectors []vector) {
	file, err := os.Open("test/vectors/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.UseNumber() // tells 2 from 2.0
	if err := decoder.Decode(&vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

func (v *vector) bytes(t *testing.T) []byte {
	text := v.Hex
	for _, part := range v.Parts {
		times, _ := part[1].(json.Number).Int64()
		text += strings.Repeat(part[0].(string), int(times))
	}
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatalf("%s: %s", v.Name, err)
	}
	return data
}

func (v *vector) expectFault(t *testing.T, expected fault) {
	if found := wireFault(v.bytes(t), v.From == "bot"); found != expected {
		t.Errorf("%s: expected the fault %q, found %q", v.Name, expected, found)
	}
}

func text(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// spelled is a value as the vectors have it: numbers as JSON's, but for floats that it can't write.
func spelled(value any) any {
	switch value := value.(type) {
	case nil, bool, string:
		return value
	case []any:
		list := []any{}
		for _, item := range value {
			list = append(list, spelled(item))
		}
		return list
	case Plain:
		spelledMap := Plain{}
		for key, item := range value {
			spelledMap[key] = spelled(item)
		}
		return spelledMap
	case float32:
		return spelled(float64(value))
	case float64:
		text := strconv.FormatFloat(value, 'f', -1, 64)
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return Plain{"float": strings.ToLower(strings.TrimPrefix(text, "+"))}
		}
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return json.Number(text)
	}
	return json.Number(fmt.Sprint(value)) // an int of any size
}
