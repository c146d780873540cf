// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.streams.StreamsRun;

/**
 * The settings of a measurement of streams.
 *
 * @param run the streams
 * @param warmUps how often each process runs the streams before the round that counts
 * @param rounds number of rounds, each in a new process
 * @param limitBytes memory of a contestant and the second program together, page cache included
 * @param cacheBytes limit of caches
 * @param pressure share of the memory above which a cache gives memory back
 * @param cursorBytes limit of the memory of all cursors of a table
 * @param neighbourBytes length of the files of the second program; 0 for none
 * @param neighbourPauseMillis time between two passes of the second program
 * @param heap the Java heap of each contestant
 * @param record file to which the trace of direct I/O is written; null for none
 */
record StreamsSettings(
    StreamsRun run,
    int warmUps,
    int rounds,
    long limitBytes,
    long cacheBytes,
    double pressure,
    long cursorBytes,
    long neighbourBytes,
    long neighbourPauseMillis,
    String heap,
    String record) {}
