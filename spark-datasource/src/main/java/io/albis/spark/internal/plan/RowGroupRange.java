// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

/**
 * The rows of a row group.
 *
 * @param number identifies the row group in all snapshots of the table
 * @param firstRow number in the table of its first row
 * @param rowCount its rows
 */
public record RowGroupRange(long number, long firstRow, long rowCount) {}
