# Replays recorded messages of the arena to the bot.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Test::More;
use Arena;
use MyBot;

open my $said, '<', "$FindBin::Bin/test/vectors/conversation.msgpack" or die $!;
open my $written, '+>', undef or die $!;
Arena::play(MyBot->new, $said, $written);
sysseek $written, 0, 0;
sysread $written, my $buffer, 65_536;

my @answers;
while (defined(my $answer = Arena::next_message(\$buffer))) { push @answers, $answer }
is_deeply [map { $_->{type} } @answers], [qw(hello ready act act act ready)], 'each message that asks is answered';
my @acts = @answers[2 .. 4];
is_deeply [map { $_->{id} } @acts], [1, 1, 2], 'with its id';
my @legal = (3, 3, 2);
ok $acts[$_]{index} >= 0 && $acts[$_]{index} < $legal[$_], 'with an index into the legal list' for 0 .. 2;
is $buffer, '', 'and nothing else is written';
done_testing;
