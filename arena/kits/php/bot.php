<?php

declare(strict_types=1);

require __DIR__ . '/arena.php';
require __DIR__ . '/MyBot.php';

run(new MyBot());
