// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/**
 * What a JVM writes all its life; goes to it as JSON.
 *
 * @param writer name of a {@link WriteContestant}
 * @param rows how many rows
 * @param threads number of threads
 * @param directory of which it makes a new directory for each round, which it deletes
 * @param input file or table to convert, or table of which the rows are written from memory
 */
record WriteTask(String writer, long rows, int threads, String directory, String input) {}
