<?php

declare(strict_types=1);

// Talks with the arena: MessagePack over two streams. SPEC.md lists the fields of all messages.

interface Bot
{
    public function name(): string;

    /** The parts of a decision that it wants: any of "view", "legal" and "events". */
    public function send(): array;

    public function start(array $match): void;

    /** An index into $decision['legal']. */
    public function choose(array $decision): int;

    public function over(array $result): void;
}

/** Play over standard input and output, until the arena says bye or goes away. */
function run(Bot $bot): void
{
    ini_set('display_errors', 'stderr');
    // Standard output belongs to the arena, so what the bot prints goes to standard error.
    ob_start(function (string $text): string {
        fwrite(STDERR, $text);
        return '';
    }, 1);
    play($bot, STDIN, STDOUT);
}

function play(Bot $bot, $input, $output): void
{
    $unpacker = new MessagePackUnpacker(false);
    $decision = [];
    while (($data = fread($input, 65536)) !== false && $data !== '') {
        $unpacker->feed($data);
        while ($unpacker->execute()) {
            $message = $unpacker->data();
            $unpacker->reset();
            if ($message['type'] === 'bye') {
                return;
            }
            if ($message['type'] === 'decide') {
                $decision = $message;
            }
            $answer = answer($bot, $message, $decision);
            if ($answer !== null) {
                fwrite($output, msgpack_pack($answer));
                fflush($output);
            }
        }
    }
}

function answer(Bot $bot, array $message, array $decision): ?array
{
    switch ($message['type']) {
        case 'hello':
            return ['type' => 'hello', 'protocol' => 1, 'name' => $bot->name(), 'send' => $bot->send()];
        case 'start':
            $bot->start($message);
            return ['type' => 'ready'];
        case 'rejected':
            fwrite(STDERR, "rejected: {$message['reason']}\n");
            // and once more
        case 'decide':
            return ['type' => 'act', 'id' => $decision['id'], 'index' => $bot->choose($decision)];
        case 'over':
            $bot->over($message);
    }
    return null;
}
