// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.metadata.Extent;
import java.util.List;

/**
 * A row group whose files are all durable.
 *
 * @param rowCount its rows
 * @param extents one for each group of the plan, in its order; {@code row_group} not yet set
 * @param bytes length of all extents
 * @param sequence how many row groups of the same table writer were full before
 */
public record WrittenRowGroup(long rowCount, List<Extent> extents, long bytes, long sequence) {}
