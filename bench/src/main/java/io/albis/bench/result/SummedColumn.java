// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

/**
 * The totals of one column, on which all readers of a case agree.
 *
 * @param of the case
 * @param column the path of the leaf
 * @param type the type of the leaf
 * @param values the number of non-null values
 * @param sum the sum of the values, as {@code io.albis.bench.scan.Totals} defines them
 * @param readers the number of readers that agree
 */
public record SummedColumn(
    ScanCase of, String column, String type, long values, String sum, int readers) {}
