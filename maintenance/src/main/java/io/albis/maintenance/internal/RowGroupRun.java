// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import java.util.List;

/**
 * Row groups that follow each other in row order, and are rewritten together.
 *
 * @param numbers of the row groups
 * @param firstRow number in the table of the first row
 * @param rowCount number of rows
 * @param bytes length of the extents
 */
record RowGroupRun(List<Long> numbers, long firstRow, long rowCount, long bytes) {}
