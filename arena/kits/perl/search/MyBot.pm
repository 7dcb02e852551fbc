package MyBot;

# Plays any game: tries each legal action in many playouts, and takes the one that did best on average.

use strict;
use warnings;
use List::Util qw(min);
use Engine;

use constant LONGEST_MS => 1000;
use constant HORIZON    => 20;      # how many decisions a playout goes on for, before the position is judged

sub new { return bless {}, shift }

sub name { return '{{name}}' }

# The parts of a decision that it wants.
sub send { return qw(view) }

# A match begins: have the engine load the game before the clock runs.
sub start {
    my ($self, $match) = @_;
    $self->{components} = $match->{components};
    $self->{engine} //= Engine->new;
    my %setup = map { $_ => $match->{$_} } qw(game players options components);
    $self->{engine}->request({ type => 'new', into => 0, %setup });
}

# Start to think here: $decision->{kind} says what is asked, $decision->{view} what you know.
sub choose {
    my ($self, $decision) = @_;
    my %known = (view => $decision->{view}, seat => $decision->{seat}, components => $self->{components});
    $self->{engine}->request({ type => 'from_view', into => 0, %known });
    my %trial = (policy => 'sensible', horizon => HORIZON, ms => milliseconds($decision->{clock}));
    my $tried = $self->{engine}->request({ type => 'playouts', state => 0, %trial });
    return $tried->{best};    # an index into @{ $decision->{legal} }; tries and means say how each did
}

# The match has ended: $result->{scores} and {ranks} are by seat.
sub over {
    my ($self, $result) = @_;
}

# How long to think: half of the time for a move, a small part of what is there for the whole match.
sub milliseconds {
    my ($clock) = @_;
    my @limits = (LONGEST_MS);
    push @limits, $clock->{move_ms} / 2  if defined $clock->{move_ms};
    push @limits, $clock->{bank_ms} / 40    if defined $clock->{bank_ms};
    return int min(@limits);
}

1;
