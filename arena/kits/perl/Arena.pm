package Arena;

# Talks with the arena: MessagePack over two handles. SPEC.md lists the fields of all messages.

use strict;
use warnings;
use Data::MessagePack;

use constant CHUNK => 65_536;

our $packer = Data::MessagePack->new->utf8;

# Play over standard input and output, until the arena says bye or goes away.
sub run {
    my ($bot) = @_;
    open my $output, '>&', \*STDOUT or die "no standard output: $!";
    open STDOUT, '>&', \*STDERR or die "no standard error: $!";    # what the bot prints is its log
    play($bot, \*STDIN, $output);
}

# A bot has the methods name, send (the parts of a decision that it wants), start($match), choose($decision),
# which gives an index into @{ $decision->{legal} }, and over($result).
sub play {
    my ($bot, $input, $output) = @_;
    binmode $_ for $input, $output;
    my ($buffer, $decision) = ('');
    while (sysread $input, $buffer, CHUNK, length $buffer) {
        while (defined(my $message = next_message(\$buffer))) {
            return if $message->{type} eq 'bye';
            $decision = $message if $message->{type} eq 'decide';
            my $answer = answer($bot, $message, $decision);
            write_all($output, $packer->pack($answer)) if $answer;
        }
    }
}

# The message that the buffer begins with, taken from it; undef if it is not all there.
sub next_message {
    my ($buffer) = @_;
    return if $$buffer eq '';
    my $unpacker = Data::MessagePack::Unpacker->new;
    $unpacker->utf8(1);
    my $end = eval { $unpacker->execute($$buffer, 0) };
    return next_deep_message($buffer) unless defined $end;
    return unless $unpacker->is_finished;
    substr $$buffer, 0, $end, '';
    return $unpacker->data;
}

# The same, slowly, for more arrays and maps inside each other than the library's part in C reads, which is 32.
sub next_deep_message {
    my ($buffer) = @_;
    require Data::MessagePack::PP;
    my $unpacker = Data::MessagePack::PP::Unpacker->new;
    my $end = $unpacker->execute($$buffer, 0);
    return unless $unpacker->is_finished && $end <= length $$buffer;
    return Data::MessagePack::PP->unpack(substr $$buffer, 0, $end, '');
}

sub answer {
    my ($bot, $message, $decision) = @_;
    my $type = $message->{type};
    if ($type eq 'hello') {
        return { type => 'hello', protocol => 1, name => $bot->name, send => [$bot->send] };
    }
    if ($type eq 'start') {
        $bot->start($message);
        return { type => 'ready' };
    }
    if ($type eq 'decide' || $type eq 'rejected') {
        print STDERR "rejected: $message->{reason}\n" if $type eq 'rejected';
        return { type => 'act', id => $decision->{id}, index => int $bot->choose($decision) };
    }
    $bot->over($message) if $type eq 'over';
    return;
}

sub write_all {
    my ($output, $data) = @_;
    while (length $data) {
        my $written = syswrite $output, $data;
        exit unless defined $written;    # the arena has gone
        substr $data, 0, $written, '';
    }
}

1;
