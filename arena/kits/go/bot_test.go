package main

import (
	"bytes"
	"io"
	"os"
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
