// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

/**
 * What a reader found in one column. Sums are exact, so that they do not depend on the order of
 * rows: money is summed in cents.
 *
 * @param column the column's name
 * @param sum the sum of its values; in cents for money
 * @param values how many values are not null
 */
record ColumnSum(String column, long sum, long values) {}
