// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.RowGroups;
import java.util.List;

/**
 * A data file that is durable.
 *
 * @param number of the file among those of its writer
 * @param ref how a manifest refers to it
 * @param rowGroups in the order in which they were written
 * @param sequences for each row group, how many row groups of the writer were full before; files of
 *     other column groups have the same numbers
 * @param sections one for each column group
 */
@SuppressWarnings("ArrayRecordComponent")
public record WrittenFile(
    long number,
    DataFileRef ref,
    RowGroups rowGroups,
    long[] sequences,
    List<ColumnGroupSection> sections) {}
