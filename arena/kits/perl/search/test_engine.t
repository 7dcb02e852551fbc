# Recorded answers of the engine, see ENGINE.md.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/test";
use JSON::PP;
use Test::More;
use Engine;
use Wire;

my $vectors = "$FindBin::Bin/test/vectors";
my $engine = Engine->new("sh -c 'cat \"$vectors/engine.msgpack\"; cat >/dev/null'");
open my $file, '<', "$vectors/engine.json" or die $!;
for my $vector (@{ decode_json(do { local $/; <$file> }) }) {
    my ($name, $wanted) = @{$vector}{qw(name answer)};
    my $answer = eval { $engine->request({ type => $vector->{request}{type} }) };    # what is answered is recorded
    if ($wanted->{type} eq 'error') {
        is $@, "$vector->{request}{type}: $wanted->{error}\n", $name or last;
    }
    else {
        is_deeply Wire::spelled($answer), Wire::spelled($wanted), $name or last;
    }
}

done_testing;
