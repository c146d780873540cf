// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.util.UUID;

/**
 * The result of writing a stand-alone file.
 *
 * @param fileId the id of the file
 * @param length the length of the file, in bytes
 * @param rowCount the number of rows
 * @param rowGroupCount the number of row groups
 * @param shortRowGroups the number of these that were ended early, because rows of too many
 *     partitions were written at the same time; see {@link AlbisFileWriter.Builder#openPartitions}
 */
public record FileResult(
    UUID fileId, long length, long rowCount, int rowGroupCount, int shortRowGroups) {}
