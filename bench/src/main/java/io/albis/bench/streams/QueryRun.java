// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

/**
 * A query of a stream that has ended.
 *
 * @param stream number of the stream, from 0
 * @param query name of the query
 * @param seconds from its plan to its answer
 * @param answer to compare readers
 */
public record QueryRun(int stream, String query, double seconds, Answer answer) {}
