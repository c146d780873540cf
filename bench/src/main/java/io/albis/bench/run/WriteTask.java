/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
