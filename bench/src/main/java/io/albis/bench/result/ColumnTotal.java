// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

/**
 * What all readers of a case found in one column.
 *
 * @param of the case
 * @param column path of the leaf
 * @param type its type
 * @param values how many are not null
 * @param sum of their numbers, as {@code io.albis.bench.scan.Totals} defines them
 * @param readers how many readers found just this
 */
public record ColumnTotal(
    ScanCase of, String column, String type, long values, String sum, int readers) {}
