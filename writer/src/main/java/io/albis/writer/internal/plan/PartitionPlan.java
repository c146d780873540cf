// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.internal.schema.PartitionSpec;

/**
 * How the rows of one row writer are divided into partitions.
 *
 * @param spec of the partitions
 * @param openPartitions the most partitions whose row groups are filled at the same time
 * @param memory for the rows of all of them, in bytes
 */
public record PartitionPlan(PartitionSpec spec, int openPartitions, long memory) {}
