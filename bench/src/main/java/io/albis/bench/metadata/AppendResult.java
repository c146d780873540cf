// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

/**
 * Some of the appends to a table.
 *
 * @param first number of the first, from 1
 * @param last number of the last
 * @param medianMillis of an append
 * @param meanMillis of an append; includes the merging of manifests
 * @param maxMillis of an append
 */
public record AppendResult(
    int first, int last, double medianMillis, double meanMillis, double maxMillis) {}
