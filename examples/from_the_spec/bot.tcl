#!/usr/bin/env tclsh
# A random player for the arena, for any game. It asks for the legal actions alone and
# answers with a random index into them. Written from protocol/SPEC.md, version 1.

package require Tcl 8.6-

# --- MessagePack -----------------------------------------------------------------------

# A Tcl value has no type, so decoding keeps values only: a map becomes a dict, an array a
# list, nil an empty string, a boolean 0 or 1. For the same reason a value to send is built
# from typed pieces: [int 7], [str pass], [arr piece ...], [map key piece ...] return bytes.
namespace eval msgpack {
    # tag of a number -> its [binary scan] format and its size in bytes
    variable numbers {
        202 {R  4} 203 {Q  8}
        204 {cu 1} 205 {Su 2} 206 {Iu 4} 207 {Wu 8}
        208 {c  1} 209 {S  2} 210 {I  4} 211 {W  8}
    }
}

# Exactly n bytes; fewer are there only if the input has ended.
proc msgpack::take {chan n} {
    set bytes [chan read $chan $n]
    if {[string length $bytes] < $n} {
        throw {MSGPACK EOF} "the input has ended"
    }
    return $bytes
}

proc msgpack::takeNumber {chan format size} {
    binary scan [take $chan $size] $format value
    return $value
}

proc msgpack::takeString {chan size} {
    return [encoding convertfrom utf-8 [take $chan $size]]
}

proc msgpack::takeArray {chan size} {
    set items {}
    while {[incr size -1] >= 0} {
        lappend items [decode $chan]
    }
    return $items
}

# If a key comes twice, the last one counts (P-8): so does it in a dict.
proc msgpack::takeMap {chan size} {
    set entries {}
    while {[incr size -1] >= 0} {
        set key [decode $chan]
        dict set entries $key [decode $chan]
    }
    return $entries
}

# The next value of a binary channel.
proc msgpack::decode {chan} {
    variable numbers
    set tag [takeNumber $chan cu 1]

    # The tags that hold a value or a size in themselves ...
    if {$tag <= 0x7f} { return $tag }
    if {$tag <= 0x8f} { return [takeMap $chan [expr {$tag & 0x0f}]] }
    if {$tag <= 0x9f} { return [takeArray $chan [expr {$tag & 0x0f}]] }
    if {$tag <= 0xbf} { return [takeString $chan [expr {$tag & 0x1f}]] }
    if {$tag >= 0xe0} { return [expr {$tag - 0x100}] }

    # ... and those with the value or the size in the bytes that follow.
    if {[dict exists $numbers $tag]} {
        return [takeNumber $chan {*}[dict get $numbers $tag]]
    }
    switch -- [format %x $tag] {
        c0 { return {} }
        c2 { return 0 }
        c3 { return 1 }
        d9 { return [takeString $chan [takeNumber $chan cu 1]] }
        da { return [takeString $chan [takeNumber $chan Su 2]] }
        db { return [takeString $chan [takeNumber $chan Iu 4]] }
        dc { return [takeArray $chan [takeNumber $chan Su 2]] }
        dd { return [takeArray $chan [takeNumber $chan Iu 4]] }
        de { return [takeMap $chan [takeNumber $chan Su 2]] }
        df { return [takeMap $chan [takeNumber $chan Iu 4]] }
    }
    # bin, extension types and 0xC1 (P-3)
    throw {MSGPACK GARBAGE} [format "unexpected byte 0x%02x" $tag]
}

proc msgpack::int {value} {
    if {$value < 0} {
        if {$value >= -0x20}       { return [binary format c $value] }
        if {$value >= -0x80}       { return [binary format cc 0xd0 $value] }
        if {$value >= -0x8000}     { return [binary format cS 0xd1 $value] }
        if {$value >= -0x80000000} { return [binary format cI 0xd2 $value] }
        return [binary format cW 0xd3 $value]
    }
    if {$value <= 0x7f}       { return [binary format c $value] }
    if {$value <= 0xff}       { return [binary format cc 0xcc $value] }
    if {$value <= 0xffff}     { return [binary format cS 0xcd $value] }
    if {$value <= 0xffffffff} { return [binary format cI 0xce $value] }
    return [binary format cW 0xcf $value]
}

# What arr and map have in common: the size in the tag if it is below 16, or after it.
proc msgpack::header {size fixTag tag16 tag32} {
    if {$size < 0x10}    { return [binary format c [expr {$fixTag | $size}]] }
    if {$size <= 0xffff} { return [binary format cS $tag16 $size] }
    return [binary format cI $tag32 $size]
}

proc msgpack::str {text} {
    set bytes [encoding convertto utf-8 $text]
    set size [string length $bytes]
    if {$size < 0x20} {
        return [binary format c [expr {0xa0 | $size}]]$bytes
    } elseif {$size <= 0xff} {
        return [binary format cc 0xd9 $size]$bytes
    }
    return [header $size 0 0xda 0xdb]$bytes
}

proc msgpack::arr {args} {
    return [header [llength $args] 0x90 0xdc 0xdd][join $args ""]
}

proc msgpack::map {args} {
    set bytes [header [dict size $args] 0x80 0xde 0xdf]
    dict for {key piece} $args {
        append bytes [str $key] $piece
    }
    return $bytes
}

# --- The bot ---------------------------------------------------------------------------

# Standard output is for messages alone: a plain [puts text], here or in a package, goes to
# standard error. The messages themselves are written with [chan puts].
rename puts stdPuts
proc puts {args} {
    set words $args
    if {[lindex $words 0] eq "-nonewline"} {
        set options -nonewline
        set words [lrange $words 1 end]
    } else {
        set options {}
    }
    switch -- [llength $words] {
        1 { set words [list stderr {*}$words] }
        2 { if {[lindex $words 0] eq "stdout"} { lset words 0 stderr } }
    }
    tailcall stdPuts {*}$options {*}$words
}

proc send {type args} {
    chan puts -nonewline stdout [msgpack::map type [msgpack::str $type] {*}$args]
    chan flush stdout
}

# srand looks at 31 bits only; the seed has up to 53, so the upper ones are folded in.
proc seed {number} {
    expr {srand(($number ^ ($number >> 31)) & 0x7fffffff)}
    return
}

# The index of a random action. Without a list it is 0, as there is always one action.
proc choose {decision} {
    if {![dict exists $decision legal]} { return 0 }
    set count [llength [dict get $decision legal]]
    return [expr {$count > 1 ? int(rand() * $count) : 0}]
}

proc answer {decision} {
    send act id [msgpack::int [dict get $decision id]] index [msgpack::int [choose $decision]]
}

# Reads and answers messages until bye.
proc play {} {
    set decision {}
    while 1 {
        set message [msgpack::decode stdin]
        switch -- [dict get $message type] {
            hello {
                send hello protocol [msgpack::int 1] name [msgpack::str tcl-random] \
                    send [msgpack::arr [msgpack::str legal]]
            }
            start {
                seed [dict get $message bot_seed]
                send ready
            }
            decide {
                set decision $message
                answer $decision
            }
            rejected {
                puts "rejected: [dict get $message reason]"
                answer $decision
            }
            bye { return }
        }
        # over needs no answer, and unknown types are ignored (P-41).
    }
}

chan configure stdin -translation binary
chan configure stdout -translation binary -buffering full
chan configure stderr -encoding utf-8

# The arena may go away without a bye: that ends the bot as quietly. Any other error ends it
# with status 1 and Tcl's trace on standard error.
try {
    play
} trap {MSGPACK EOF} {} {
} trap {POSIX EPIPE} {} {
}
exit 0
