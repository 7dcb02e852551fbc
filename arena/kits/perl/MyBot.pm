package MyBot;

# Plays any game at random.

use strict;
use warnings;

sub new { return bless {}, shift }

sub name { return '{{name}}' }

# The parts of a decision that it wants.
sub send { return qw(view legal events) }

# A match begins: look at $match->{game}, {players}, {seat} and {options}.
sub start {
    my ($self, $match) = @_;
    srand $match->{bot_seed} % 2**32;    # same seed, same game: tournaments can be repeated
}

# Start to think here: $decision->{kind} says what is asked, $decision->{view} what you know.
sub choose {
    my ($self, $decision) = @_;
    return int rand @{ $decision->{legal} };
}

# The match has ended: $result->{scores} and {ranks} are by seat.
sub over {
    my ($self, $result) = @_;
}

1;
