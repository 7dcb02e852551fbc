# Replays recorded messages of the arena to the bot, and the protocol's test vectors to what reads them.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/test";
use JSON::PP;
use Test::More;
use Arena;
use MyBot;
use Wire;

my $VECTORS = "$FindBin::Bin/test/vectors";

subtest 'answers each recorded message that asks' => sub {
    open my $said, '<', "$VECTORS/conversation.msgpack" or die $!;
    open my $written, '+>', undef or die $!;
    Arena::play(MyBot->new, $said, $written);
    sysseek $written, 0, 0;
    sysread $written, my $buffer, 65_536;
    is Wire::fault($buffer, 1), undef, 'without a fault';

    my @answers;
    while (defined(my $answer = Arena::next_message(\$buffer))) { push @answers, $answer }
    is_deeply [map { $_->{type} } @answers], [qw(hello ready act act act ready)], 'with its type';
    my @acts = @answers[2 .. 4];
    is_deeply [map { $_->{id} } @acts], [1, 1, 2], 'with its id';
    my @legal = (3, 3, 2);
    ok $acts[$_]{index} >= 0 && $acts[$_]{index} < $legal[$_], 'with an index into the legal list' for 0 .. 2;
};

# The protocol's own byte strings, see test/vectors/README.md.

subtest 'valid bytes are read as their value' => sub {
    for my $vector (vectors('valid')) {
        my $value = message(bytes($vector));
        my $again = message($Arena::packer->pack($value));
        is_deeply Wire::spelled($_), Wire::spelled($vector->{value}), $vector->{name} for $value, $again;
        is fault($vector), undef, $vector->{name};
    }
};

# What the arena itself must not send is left out: a bot trusts it.
subtest 'invalid bytes are the named fault' => sub {
    for my $vector (grep { ($_->{from} // '') ne 'arena' } vectors('invalid')) {
        is fault($vector), $vector->{kind}, $vector->{name};
    }
};

sub vectors {
    my ($name) = @_;
    open my $file, '<', "$VECTORS/$name.json" or die $!;
    return @{ decode_json(do { local $/; <$file> }) };
}

sub bytes {
    my ($vector) = @_;
    my $parts = $vector->{parts} // [[$vector->{hex}, 1]];
    return join '', map { pack('H*', $_->[0]) x $_->[1] } @$parts;
}

# The message that the bytes are; else a sentence, which equals none.
sub message {
    my ($buffer) = @_;
    my $message = eval { Arena::next_message(\$buffer) } // "no message, $@";
    return $buffer eq '' ? $message : 'bytes are left';
}

sub fault {
    my ($vector) = @_;
    return Wire::fault(bytes($vector), ($vector->{from} // '') eq 'bot');
}

done_testing;
