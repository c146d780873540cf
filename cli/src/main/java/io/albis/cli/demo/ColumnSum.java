// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

/**
 * The sum of one column. Sums are exact, and so independent of the order of rows: money is summed
 * in cents.
 *
 * @param column the name of the column
 * @param sum the sum of the values, in cents for money
 * @param values the number of non-null values
 */
record ColumnSum(String column, long sum, long values) {}
