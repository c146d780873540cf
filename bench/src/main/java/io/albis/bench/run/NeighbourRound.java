// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/**
 * What a second program has read since the previous order, passed to its parent as JSON.
 *
 * @param passes through all files
 * @param bytes read
 * @param seconds spent on reading, without pauses
 * @param deviceBytes read from devices; -1 if unknown
 */
record NeighbourRound(long passes, long bytes, double seconds, long deviceBytes) {}
