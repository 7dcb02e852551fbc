package Wire;

# Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules.

use strict;
use warnings;
use B ();
use Data::MessagePack;

use constant {
    MAX_MESSAGE => 1 << 20,    # bytes
    MAX_DEPTH   => 64,         # arrays and maps inside each other
    MAX_VALUES  => 1 << 14,    # in a bot's message, keys counted
    MAX_NOTE    => 4096,       # bytes
};

my %PARTS = map { $_ => 1 } qw(view legal events);

# The kind of a value by its first byte. None has 0xC1, nor have bin and the extension types.
my %HEADS = (
    number => [0x00 .. 0x7F, 0xCA .. 0xD3, 0xE0 .. 0xFF],
    map    => [0x80 .. 0x8F, 0xDE, 0xDF],
    array  => [0x90 .. 0x9F, 0xDC, 0xDD],
    string => [0xA0 .. 0xBF, 0xD9 .. 0xDB],
    fixed  => [0xC0, 0xC2, 0xC3],
);
my @KIND;
for my $kind (keys %HEADS) { $KIND[$_] = $kind for @{ $HEADS{$kind} } }

my %FIXED = (0xC0 => undef, 0xC2 => Data::MessagePack::false, 0xC3 => Data::MessagePack::true);

# What unpacks the number, or the length, that follows a first byte.
my %FORMAT = (
    0xCA => 'f>', 0xCB => 'd>', 0xCC => 'C', 0xCD => 'n', 0xCE => 'N', 0xCF => 'Q>',
    0xD0 => 'c', 0xD1 => 's>', 0xD2 => 'l>', 0xD3 => 'q>',
    0xD9 => 'C', 0xDA => 'n', 0xDB => 'N', 0xDC => 'n', 0xDD => 'N', 0xDE => 'n', 0xDF => 'N',
);

# The kind of the first fault: garbage, oversize or protocol; undef if there is none. With $from_bot the maps
# must be a bot's messages.
sub fault {
    my ($data, $from_bot) = @_;
    my $self = bless { data => $data, place => 0, max_values => $from_bot ? MAX_VALUES : 9**9**9 };
    my $is_right = eval {
        while ($self->{place} < length $data) {
            my $message = $self->message;
            check($message) if $from_bot;
        }
        1;
    };
    return $is_right ? undef : $@ =~ s/\n\z//r;
}

# Of a value as it is read here, or by any other reader: nil, boolean, int, float, string, array or map.
sub kind {
    my ($value) = @_;
    return 'nil' if !defined $value;
    return { ARRAY => 'array', HASH => 'map' }->{ ref $value } || 'boolean' if ref $value;
    my $flags = B::svref_2object(\$value)->FLAGS;
    return $flags & B::SVf_POK ? 'string' : $flags & B::SVf_NOK ? 'float' : 'int';
}

sub refuse { die "$_[0]\n" }

# Refuses a map that is no message of a bot.
sub check {
    my ($message) = @_;
    my $type = $message->{type} // '';
    my $is_right = $type eq 'hello' ? is_hello($message) : $type eq 'act' ? is_act($message) : $type eq 'ready';
    refuse('protocol') if !$is_right;
}

sub is_hello {
    my ($protocol, $name, $version, $author, $games, $send) =
        @{ $_[0] }{qw(protocol name version author games send)};
    return 0 if !is_a($protocol, 'int') || $protocol != 1 || !is_a($name, 'string');
    return 0 if grep { !is_a($_, 'string', 'nil') } $version, $author;
    return 0 if grep { !is_a($_, 'array', 'nil') } $games, $send;
    return 0 if grep { !is_a($_, 'string') } @{ $games // [] };
    return !grep { !$PARTS{ $_ // '' } } @{ $send // [] };
}

sub is_act {
    my ($id, $index, $action, $note) = @{ $_[0] }{qw(id index action note)};
    return 0 if !is_a($id, 'int') || !is_a($index, 'int', 'nil') || !is_a($action, 'map', 'nil');
    refuse('oversize') if length(Data::MessagePack->new->utf8->pack($note)) > MAX_NOTE;
    return defined $index != defined $action;
}

sub is_a {
    my ($value, @kinds) = @_;
    return scalar grep { $_ eq kind($value) } @kinds;
}

# The rest reads one message.

sub message {
    my ($self) = @_;
    $self->{start} = $self->{place};
    $self->{owed} = 1;    # values that are announced, and to come
    $self->{spare} = $self->{max_values} - 1;    # values that may be announced yet
    return $self->value(0, 'map');
}

sub value {
    my ($self, $depth, $wanted) = @_;
    my $head = ord $self->take(1);
    my $kind = $KIND[$head];
    refuse('garbage') if !$kind || $wanted && $kind ne $wanted;
    $self->{owed}--;
    return $FIXED{$head} if $kind eq 'fixed';
    my $format = $FORMAT{$head};
    my $number = $format ? unpack $format, $self->take(length pack $format, 0) : undef;
    return $number // unpack 'c', chr $head if $kind eq 'number';
    my $count = $number // $head & ($kind eq 'string' ? 0x1F : 0x0F);
    return $self->string($count) if $kind eq 'string';
    $self->enter($kind eq 'map' ? 2 * $count : $count, $depth);
    return [map { $self->value($depth + 1) } 1 .. $count] if $kind eq 'array';
    my %map;
    for (1 .. $count) {
        my $key = $self->value($depth + 1, 'string');
        $map{$key} = $self->value($depth + 1);
    }
    return \%map;
}

sub enter {
    my ($self, $count, $depth) = @_;
    refuse('garbage') if $depth == MAX_DEPTH;
    $self->{owed} += $count;
    $self->make_room($self->{owed});
    $self->{spare} -= $count;
    refuse('oversize') if $self->{spare} < 0;
}

# Perl's own UTF-8 has room for surrogates, and for more than Unicode.
sub string {
    my ($self, $count) = @_;
    my $text = $self->take($count);
    refuse('garbage') if !utf8::decode($text) || $text =~ /[^\0-\x{D7FF}\x{E000}-\x{10FFFF}]/;
    return $text;
}

# The next bytes. A message that its own headers make too long is refused before they come.
sub take {
    my ($self, $count) = @_;
    $self->make_room($count);
    refuse('garbage') if $self->{place} + $count > length $self->{data};    # cut off
    $self->{place} += $count;
    return substr $self->{data}, $self->{place} - $count, $count;
}

sub make_room {
    my ($self, $count) = @_;
    refuse('oversize') if $self->{place} + $count - $self->{start} > MAX_MESSAGE;
}

# A value with the kind of each scalar, since Perl itself has 2 equal 2.0 and "2". Floats that JSON can't write
# stand as they do in the vectors.
sub spelled {
    my ($value) = @_;
    my $kind = kind($value);
    return [map { spelled($_) } @$value] if $kind eq 'array';
    return { map { $_ => spelled($value->{$_}) } keys %$value } if $kind eq 'map';
    return $kind if $kind eq 'nil';
    return $value ? 'true' : 'false' if $kind eq 'boolean';
    return "$kind $value" if $kind ne 'float';
    my $text = lc sprintf '%.17g', $value;
    return $text =~ /\d/ ? "float $text" : { float => "string $text" };
}

1;
