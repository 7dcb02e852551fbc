<?php

declare(strict_types=1);

// Replays recorded messages of the arena to the bot, and the protocol's test vectors to what reads its messages.

require __DIR__ . '/arena.php';
require __DIR__ . '/MyBot.php';
require __DIR__ . '/test/wire.php';

/** Compares as JSON, which tells 2 from 2.0, and 0.0 from -0.0. */
function expect(mixed $got, mixed $wanted, string $where = 'the conversation'): void
{
    $flags = JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
    [$got, $wanted] = [json_encode($got, $flags), json_encode($wanted, $flags)];
    if ($got !== $wanted) {
        fwrite(STDERR, "$where: got $got, and expected $wanted\n");
        exit(1);
    }
}

/** Reads as the bot does. */
function messages(string $bytes): array
{
    $unpacker = new MessagePackUnpacker(false);
    $unpacker->feed($bytes);
    $messages = [];
    while ($unpacker->execute()) {
        $messages[] = $unpacker->data();
        $unpacker->reset();
    }
    return $messages;
}

/** The entries of valid.json or invalid.json, see test/vectors/README.md. */
function vectors(string $name): array
{
    // The extension, too, reads ints that are too great for PHP as strings.
    $flags = JSON_BIGINT_AS_STRING | JSON_THROW_ON_ERROR;
    return json_decode(file_get_contents(__DIR__ . "/test/vectors/$name.json"), true, flags: $flags);
}

function bytes(array $vector): string
{
    $parts = $vector['parts'] ?? [[$vector['hex'], 1]];
    return implode(array_map(fn (array $part): string => str_repeat(hex2bin($part[0]), $part[1]), $parts));
}

/** A value with floats that JSON can't write as they stand in the vectors. */
function spelled(mixed $value): mixed
{
    if (is_array($value)) {
        return array_map(spelled(...), $value);
    }
    return is_float($value) && !is_finite($value) ? ['float' => strtolower((string) $value)] : $value;
}

$written = tmpfile();
play(new MyBot(), fopen(__DIR__ . '/test/vectors/conversation.msgpack', 'rb'), $written);
rewind($written);
$bytes = stream_get_contents($written);
expect(Wire::fault($bytes), null);
$answers = messages($bytes);
expect(array_column($answers, 'type'), ['hello', 'ready', 'act', 'act', 'act', 'ready']);
expect(array_column($answers, 'id'), [1, 1, 2]);
foreach (array_map(null, array_column($answers, 'index'), [3, 3, 2]) as [$index, $legal]) {
    expect(is_int($index) && $index >= 0 && $index < $legal, true);
}
echo "answers each recorded message that asks: ok\n";

foreach (vectors('valid') as $vector) {
    $read = messages(bytes($vector));
    expect(spelled($read), [$vector['value']], $vector['name']);
    $again = messages(msgpack_pack($read[0]));
    expect(spelled($again), [$vector['value']], $vector['name']);
    expect(Wire::fault(bytes($vector), $vector['from'] === 'bot'), null, $vector['name']);
}
echo "valid bytes are read as their value: ok\n";

foreach (vectors('invalid') as $vector) {
    if ($vector['from'] !== 'arena') { // whose messages a bot trusts
        expect(Wire::fault(bytes($vector), $vector['from'] === 'bot'), $vector['kind'], $vector['name']);
    }
}
echo "invalid bytes are the named fault: ok\n";
