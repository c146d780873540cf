// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/**
 * The task of a writing JVM, passed to it as JSON.
 *
 * @param writer the name of a {@link WriteContestant}
 * @param rows the number of rows
 * @param threads the number of threads
 * @param directory the directory in which each round creates and deletes a new directory
 * @param input the file or table to convert, or the table whose rows are written from memory
 */
record WriteTask(String writer, long rows, int threads, String directory, String input) {}
