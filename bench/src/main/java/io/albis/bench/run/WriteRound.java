// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/**
 * The measurement of one round.
 *
 * @param seconds the time until all data was durable
 * @param cpuSeconds the processor time of the JVM
 * @param bytes the number of bytes written
 */
record WriteRound(double seconds, double cpuSeconds, long bytes) {}
