package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/vmihailenco/msgpack/v5"
)

// Here bytes are read as the arena reads a bot's, to name the fault that it would find. SPEC.md has the rules.

const (
	maxMessage = 1 << 20 // bytes
	maxDepth   = 64      // arrays and maps inside each other
	maxValues  = 1 << 14 // in a bot's message, keys counted
	maxNote    = 4096    // bytes
)

// A fault is garbage, oversize or protocol.
type fault string

// wireFault names the first fault; "" if there is none. With fromBot the maps must be a bot's messages.
func wireFault(data []byte, fromBot bool) (found fault) {
	defer func() {
		if problem := recover(); problem != nil {
			found = problem.(fault)
		}
	}()
	for len(data) > 0 {
		r := reader{data: data, owed: 1, spare: math.MaxInt64}
		if fromBot {
			r.spare = maxValues - 1
		}
		message := r.message()
		if fromBot {
			check(message)
		}
		data = data[r.place:]
	}
	return ""
}

// ensure ends the reading with a fault unless all is right.
func ensure(right bool, otherwise fault) {
	if !right {
		panic(otherwise)
	}
}

// check finds the fault of a map that should be a bot's message.
func check(message Plain) {
	index, action := message["index"], message["action"]
	switch message["type"] {
	case "hello":
		ensure(message["protocol"] == uint64(1) && is[string](message["name"]), "protocol")
		ensure(message["version"] == nil || is[string](message["version"]), "protocol")
		ensure(message["author"] == nil || is[string](message["author"]), "protocol")
		ensure(isList(message["games"], is[string]) && isList(message["send"], isPart), "protocol")
	case "ready":
	case "act":
		ensure(isInt(message["id"]) && (index == nil || isInt(index)), "protocol")
		ensure(action == nil || is[Plain](action), "protocol")
		ensure(len(pack(message["note"])) <= maxNote, "oversize")
		ensure((index == nil) != (action == nil), "protocol")
	default:
		panic(fault("protocol"))
	}
}

func is[T any](value any) bool {
	_, is := value.(T)
	return is
}

func isInt(value any) bool {
	return is[uint64](value) || is[int64](value)
}

func isPart(value any) bool {
	return value == "view" || value == "legal" || value == "events"
}

func isList(value any, fits func(any) bool) bool {
	list, is := value.([]any)
	for _, item := range list {
		is = is && fits(item)
	}
	return is || value == nil
}

// pack packs as Play does.
func pack(value any) []byte {
	var packed bytes.Buffer
	encoder := msgpack.NewEncoder(&packed)
	encoder.UseCompactInts(true)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// A reader reads one message.
type reader struct {
	data        []byte
	place, owed int64 // owed: values that are announced, and to come
	spare       int64 // values that may be announced yet
}

func (r *reader) message() Plain {
	head := r.data[0]
	ensure(head&0xF0 == 0x80 || head == 0xDE || head == 0xDF, "garbage")
	return r.value(0).(Plain)
}

func (r *reader) value(depth int) any {
	head := r.take(1)[0]
	r.owed--
	switch {
	case head < 0x80:
		return uint64(head)
	case head < 0x90:
		return r.mapping(int64(head&0x0F), depth)
	case head < 0xA0:
		return r.array(int64(head&0x0F), depth)
	case head < 0xC0:
		return r.text(int64(head & 0x1F))
	case head >= 0xE0:
		return int64(int8(head))
	}
	switch head {
	case 0xC0:
		return nil
	case 0xC2, 0xC3:
		return head == 0xC3
	case 0xCA:
		return float64(math.Float32frombits(uint32(r.number(4))))
	case 0xCB:
		return math.Float64frombits(r.number(8))
	case 0xCC, 0xCD, 0xCE, 0xCF:
		return r.number(1 << (head - 0xCC))
	case 0xD0, 0xD1, 0xD2, 0xD3:
		return r.signed(1 << (head - 0xD0))
	case 0xD9, 0xDA, 0xDB:
		return r.text(int64(r.number(1 << (head - 0xD9))))
	case 0xDC, 0xDD:
		return r.array(int64(r.number(2<<(head-0xDC))), depth)
	case 0xDE, 0xDF:
		return r.mapping(int64(r.number(2<<(head-0xDE))), depth)
	}
	panic(fault("garbage")) // bin, extension types, and 0xC1
}

func (r *reader) number(width int64) uint64 {
	var wide [8]byte
	copy(wide[8-width:], r.take(width))
	return binary.BigEndian.Uint64(wide[:])
}

func (r *reader) signed(width int64) any {
	unused := 64 - 8*width
	number := int64(r.number(width)<<unused) >> unused
	if number < 0 {
		return number
	}
	return uint64(number)
}

func (r *reader) text(count int64) string {
	text := r.take(count)
	ensure(utf8.Valid(text), "garbage")
	return string(text)
}

func (r *reader) array(count int64, depth int) []any {
	r.enter(count, depth)
	array := []any{}
	for ; count > 0; count-- {
		array = append(array, r.value(depth+1))
	}
	return array
}

func (r *reader) mapping(count int64, depth int) Plain {
	r.enter(2*count, depth)
	mapping := Plain{}
	for ; count > 0; count-- {
		key := r.key(depth)
		mapping[key] = r.value(depth + 1)
	}
	return mapping
}

func (r *reader) enter(count int64, depth int) {
	ensure(depth < maxDepth, "garbage")
	r.owed += count
	r.makeRoom(r.owed)
	r.spare -= count
	ensure(r.spare >= 0, "oversize")
}

func (r *reader) key(depth int) string {
	if r.place < int64(len(r.data)) {
		head := r.data[r.place]
		ensure(head&0xE0 == 0xA0 || (head >= 0xD9 && head <= 0xDB), "garbage")
	}
	return r.value(depth + 1).(string)
}

// take gives the next bytes. A message that its own headers make too long is refused before they come.
func (r *reader) take(count int64) []byte {
	r.makeRoom(count)
	ensure(r.place+count <= int64(len(r.data)), "garbage") // else it is cut off
	r.place += count
	return r.data[r.place-count : r.place]
}

func (r *reader) makeRoom(count int64) {
	ensure(r.place+count <= maxMessage, "oversize")
}
