#!/usr/bin/env perl
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Arena;
use MyBot;

Arena::run(MyBot->new);
