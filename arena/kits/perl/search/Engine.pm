package Engine;

# The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.

use strict;
use warnings;
use IPC::Open2;
use Arena;

# Starts it. The command, in a shell's words, comes from the arena if bot.toml says `engine = true`.
sub new {
    my ($class, $command) = @_;
    $command //= $ENV{ARENA_ENGINE} // die "ARENA_ENGINE is not set: bot.toml must say engine = true\n";
    open2(my $output, my $input, 'sh', '-c', "exec $command");
    binmode $_ for $input, $output;
    return bless { input => $input, output => $output, buffer => '' }, $class;
}

# Its answer to a request such as { type => 'new', game => 'portals', players => 2 }.
sub request {
    my ($self, $fields) = @_;
    Arena::write_all($self->{input}, $Arena::packer->pack($fields));
    my $answer;
    until (defined($answer = Arena::next_message(\$self->{buffer}))) {
        sysread $self->{output}, $self->{buffer}, Arena::CHUNK, length $self->{buffer}
            or die "the engine has ended\n";
    }
    die "$fields->{type}: $answer->{error}\n" if $answer->{type} eq 'error';
    return $answer;
}

1;
