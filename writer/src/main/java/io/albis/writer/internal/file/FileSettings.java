// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.table.WriteEnvironment;
import java.util.List;
import java.util.Map;

/**
 * What the data files of a writer have in common.
 *
 * @param fileSize length that a file does not exceed if it has several row groups, in bytes
 * @param isSingleGroup whether each file holds one column group only
 * @param nextId greater than every id of a field, column group and partition field
 * @param properties of each file
 * @param partitionSpecs those that row groups may refer to
 * @param sortOrders those that row groups may refer to
 * @param environment names the program, and runs what is written in the background
 */
public record FileSettings(
    long fileSize,
    boolean isSingleGroup,
    int nextId,
    Map<String, String> properties,
    List<PartitionSpec> partitionSpecs,
    List<SortOrder> sortOrders,
    WriteEnvironment environment) {}
