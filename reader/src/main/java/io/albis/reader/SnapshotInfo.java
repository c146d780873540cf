// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.time.Instant;

/**
 * A snapshot of a table.
 *
 * @param id snapshot id, from 1
 * @param parentId the snapshot that it is based on, 0 if none
 * @param timestamp commit time, by the writer's clock
 * @param operation kind of the commit: {@code create}, {@code append}, {@code overwrite}, {@code
 *     schema}, {@code merge}, which keeps all rows, and others
 * @param rowCount rows of the table
 * @param rowGroupCount row groups of the table
 * @param dataBytes length of all extents, in bytes
 * @param createdBy program and version that wrote it
 */
public record SnapshotInfo(
    long id,
    long parentId,
    Instant timestamp,
    String operation,
    long rowCount,
    long rowGroupCount,
    long dataBytes,
    String createdBy) {}
