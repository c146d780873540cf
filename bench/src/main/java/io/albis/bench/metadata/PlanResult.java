// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

/**
 * Opening a table and planning a scan of three columns.
 *
 * @param filter what the filter keeps
 * @param rowGroups number of row groups in the plan
 * @param splits number of splits
 * @param openMillis to open the table, median
 * @param planMillis to plan the scan then, median
 * @param firstMillis both in the first round
 * @param bytesRead of metadata
 * @param requests to read it
 * @param allocatedBytes of the Java heap that both have allocated
 * @param heldBytes of the Java heap that the open table and the splits hold
 */
public record PlanResult(
    String filter,
    long rowGroups,
    int splits,
    double openMillis,
    double planMillis,
    double firstMillis,
    long bytesRead,
    long requests,
    long allocatedBytes,
    long heldBytes) {}
