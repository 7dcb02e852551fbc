<?php

declare(strict_types=1);

// Replays recorded messages of the arena to the bot.

require __DIR__ . '/arena.php';
require __DIR__ . '/MyBot.php';

function expect(mixed $got, mixed $wanted): void
{
    if ($got !== $wanted) {
        fwrite(STDERR, 'got ' . json_encode($got) . ', and expected ' . json_encode($wanted) . "\n");
        exit(1);
    }
}

$written = tmpfile();
play(new MyBot(), fopen(__DIR__ . '/test/vectors/conversation.msgpack', 'rb'), $written);
rewind($written);
$unpacker = new MessagePackUnpacker(false);
$unpacker->feed(stream_get_contents($written));
$answers = [];
while ($unpacker->execute()) {
    $answers[] = $unpacker->data();
    $unpacker->reset();
}
expect(array_column($answers, 'type'), ['hello', 'ready', 'act', 'act', 'act', 'ready']);
expect(array_column($answers, 'id'), [1, 1, 2]);
foreach (array_map(null, array_column($answers, 'index'), [3, 3, 2]) as [$index, $legal]) {
    expect(is_int($index) && $index >= 0 && $index < $legal, true);
}
echo "answers each recorded message that asks: ok\n";
