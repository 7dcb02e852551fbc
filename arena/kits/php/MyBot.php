<?php

declare(strict_types=1);

/** Plays any game at random. */
final class MyBot implements Bot
{
    public function name(): string
    {
        return '{{name}}';
    }

    public function send(): array
    {
        return ['view', 'legal', 'events'];
    }

    /** A match begins: look at $match['game'], ['players'], ['seat'] and ['options']. */
    public function start(array $match): void
    {
        mt_srand($match['bot_seed']); // same seed, same game: tournaments can be repeated
    }

    /** Start to think here: $decision['kind'] says what is asked, $decision['view'] what you know. */
    public function choose(array $decision): int
    {
        return mt_rand(0, count($decision['legal']) - 1);
    }

    /** The match has ended: $result['scores'] and ['ranks'] are by seat. */
    public function over(array $result): void
    {
    }
}
