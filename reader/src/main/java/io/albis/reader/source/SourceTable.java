// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;

/**
 * The table that a source supplies segments of, and who reads it.
 *
 * @param id of the table or data file
 * @param uri that it was opened with, for messages
 * @param reader identifies who reads, from which place and with which options: what one of two
 *     readers with equal identities may read, the other may read, too
 * @param isVerified whether checksums are verified
 * @param columns returns the paths of the columns of a column group, separated by commas; empty if
 *     the group is unknown
 */
public record SourceTable(
    UUID id, String uri, Object reader, boolean isVerified, IntFunction<String> columns) {

  /** Checks that nothing is null. */
  public SourceTable {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(columns, "columns");
  }
}
