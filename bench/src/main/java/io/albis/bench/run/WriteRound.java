// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/**
 * What was measured in one round.
 *
 * @param seconds until everything was durable
 * @param cpuSeconds processor time of the JVM
 * @param bytes length of what was written
 */
record WriteRound(double seconds, double cpuSeconds, long bytes) {}
