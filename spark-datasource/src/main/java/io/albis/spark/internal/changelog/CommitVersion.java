// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The snapshot that has changed rows.
 *
 * @param version id of the snapshot
 * @param micros its time, since the epoch
 */
record CommitVersion(long version, long micros) implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Returns the values of all {@link ChangeColumn}s, in their order. */
  InternalRow values(boolean isInsert) {
    return new GenericInternalRow(
        new Object[] {
          UTF8String.fromString(
              isInsert ? Changelog.CHANGE_TYPE_INSERT : Changelog.CHANGE_TYPE_DELETE),
          version,
          micros
        });
  }
}
