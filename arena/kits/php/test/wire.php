<?php

declare(strict_types=1);

/** Its message is the kind: garbage, oversize or protocol. */
final class Fault extends Exception
{
}

/** Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules. */
final class Wire
{
    private const MAX_MESSAGE = 1 << 20; // bytes
    private const MAX_DEPTH = 64; // arrays and maps inside each other
    private const MAX_VALUES = 1 << 14; // in a bot's message, keys counted
    private const MAX_NOTE = 4096; // bytes
    private const PARTS = ['view', 'legal', 'events'];

    private int $start;
    private int $owed = 1; // values that are announced, and to come
    private int $spare; // values that may be announced yet

    /** The kind of the first fault, null if there is none. With $fromBot the maps must be a bot's messages. */
    public static function fault(string $data, bool $fromBot = true): ?string
    {
        $place = 0;
        try {
            while ($place < strlen($data)) {
                $wire = new self($data, $place);
                $wire->spare = $fromBot ? self::MAX_VALUES - 1 : PHP_INT_MAX;
                $message = $wire->message();
                if ($fromBot) {
                    self::check($message);
                }
                $place = $wire->place;
            }
        } catch (Fault $fault) {
            return $fault->getMessage();
        }
        return null;
    }

    /** Throws Fault if a map is no message of a bot. */
    private static function check(ArrayObject $message): void
    {
        $right = match ($message['type'] ?? null) {
            'hello' => self::isHello($message),
            'ready' => true,
            'act' => self::isAct($message),
            default => false,
        };
        $right || throw new Fault('protocol');
    }

    private static function isHello(ArrayObject $message): bool
    {
        return ($message['protocol'] ?? null) === 1
            && is_string($message['name'] ?? null)
            && is_string($message['version'] ?? '')
            && is_string($message['author'] ?? '')
            && self::isList($message['games'] ?? [], is_string(...))
            && self::isList($message['send'] ?? [], fn ($part) => in_array($part, self::PARTS, true));
    }

    private static function isList(mixed $value, callable $isRight): bool
    {
        return is_array($value) && array_filter($value, $isRight) === $value;
    }

    private static function isAct(ArrayObject $message): bool
    {
        $index = $message['index'] ?? null;
        $action = $message['action'] ?? null;
        if (!is_int($message['id'] ?? null) || !is_int($index ?? 0) || is_array($action) || is_scalar($action)) {
            return false;
        }
        self::packedSize($message['note'] ?? null) <= self::MAX_NOTE || throw new Fault('oversize');
        return is_null($index) !== is_null($action);
    }

    /** In the shortest form. Maps are added up here: the extension packs objects together with their class. */
    private static function packedSize(mixed $value): int
    {
        if (is_null($value) || is_scalar($value)) {
            return strlen(msgpack_pack($value));
        }
        $size = count($value) < 16 ? 1 : (count($value) < 65536 ? 3 : 5);
        foreach ($value as $key => $item) {
            $size += self::packedSize($item) + (is_array($value) ? 0 : self::packedSize((string) $key));
        }
        return $size;
    }

    private function __construct(private string $data, private int $place)
    {
        $this->start = $place;
    }

    private function message(): ArrayObject
    {
        $head = ord($this->data[$this->place]);
        ($head & 0xF0) === 0x80 || $head === 0xDE || $head === 0xDF || throw new Fault('garbage');
        return $this->value(0);
    }

    private function value(int $depth): mixed
    {
        $head = ord($this->take(1));
        $this->owed--;
        return match (true) {
            $head <= 0x7F => $head,
            $head <= 0x8F => $this->map($head & 0x0F, $depth),
            $head <= 0x9F => $this->array($head & 0x0F, $depth),
            $head <= 0xBF => $this->string($head & 0x1F),
            $head === 0xC0 => null,
            $head === 0xC2, $head === 0xC3 => $head === 0xC3,
            $head === 0xCA => unpack('G', $this->take(4))[1],
            $head === 0xCB => unpack('E', $this->take(8))[1],
            $head >= 0xCC && $head <= 0xCF => $this->unsigned(1 << ($head - 0xCC)),
            $head >= 0xD0 && $head <= 0xD3 => $this->signed(1 << ($head - 0xD0)),
            $head >= 0xD9 && $head <= 0xDB => $this->string($this->unsigned(1 << ($head - 0xD9))),
            $head === 0xDC, $head === 0xDD => $this->array($this->unsigned(1 << ($head - 0xDB)), $depth),
            $head === 0xDE, $head === 0xDF => $this->map($this->unsigned(1 << ($head - 0xDD)), $depth),
            $head >= 0xE0 => $head - 0x100,
            default => throw new Fault('garbage'), // bin, extension types, and 0xC1
        };
    }

    /** What is too great for PHP's ints becomes the greatest, which packs to the same size. */
    private function unsigned(int $width): int
    {
        $value = $this->bits($width);
        return $value < 0 ? PHP_INT_MAX : $value;
    }

    private function signed(int $width): int
    {
        $spare = 64 - 8 * $width;
        return $this->bits($width) << $spare >> $spare;
    }

    private function bits(int $width): int
    {
        return unpack([1 => 'C', 2 => 'n', 4 => 'N', 8 => 'J'][$width], $this->take($width))[1];
    }

    private function array(int $count, int $depth): array
    {
        $this->enter($count, $depth);
        $items = [];
        while (count($items) < $count) {
            $items[] = $this->value($depth + 1);
        }
        return $items;
    }

    /** An object, to tell it from an array. */
    private function map(int $count, int $depth): ArrayObject
    {
        $this->enter(2 * $count, $depth);
        $map = new ArrayObject();
        while ($count-- > 0) {
            $key = $this->key($depth);
            $map[$key] = $this->value($depth + 1);
        }
        return $map;
    }

    private function enter(int $count, int $depth): void
    {
        $depth < self::MAX_DEPTH || throw new Fault('garbage');
        $this->owed += $count;
        $this->makeRoom($this->owed);
        $this->spare -= $count;
        $this->spare >= 0 || throw new Fault('oversize');
    }

    private function key(int $depth): string
    {
        $head = ord($this->data[$this->place] ?? "\0");
        ($head & 0xE0) === 0xA0 || ($head >= 0xD9 && $head <= 0xDB) || throw new Fault('garbage');
        return $this->value($depth + 1);
    }

    private function string(int $count): string
    {
        $text = $this->take($count);
        return preg_match('//u', $text) ? $text : throw new Fault('garbage');
    }

    /** The next bytes. A message that its own headers make too long is refused before they come. */
    private function take(int $count): string
    {
        $this->makeRoom($count);
        $this->place + $count <= strlen($this->data) || throw new Fault('garbage'); // cut off
        $this->place += $count;
        return substr($this->data, $this->place - $count, $count);
    }

    private function makeRoom(int $count): void
    {
        $this->place + $count - $this->start <= self::MAX_MESSAGE || throw new Fault('oversize');
    }
}
