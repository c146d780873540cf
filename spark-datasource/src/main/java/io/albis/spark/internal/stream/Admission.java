// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import io.albis.reader.RowGroupInfo;
import org.apache.spark.sql.connector.read.streaming.CompositeReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxBytes;
import org.apache.spark.sql.connector.read.streaming.ReadMaxRows;

/** Which row groups are in a batch: at least one, and as many as the limit has room for. */
final class Admission {

  private long maxRows = Long.MAX_VALUE;
  private long maxBytes = Long.MAX_VALUE;
  private long rows;
  private long bytes;
  private boolean isEmpty = true;

  Admission(ReadLimit limit) {
    apply(limit);
  }

  private void apply(ReadLimit limit) {
    if (limit instanceof ReadMaxRows most) {
      maxRows = Math.min(maxRows, most.maxRows());
    } else if (limit instanceof ReadMaxBytes most) {
      maxBytes = Math.min(maxBytes, most.maxBytes());
    } else if (limit instanceof CompositeReadLimit all) {
      for (ReadLimit one : all.getReadLimits()) {
        apply(one);
      }
    }
  }

  /** Whether the next row group is in the batch, too. */
  boolean admits(RowGroupInfo next) {
    rows += next.rowCount();
    bytes += next.bytes();
    boolean isAdmitted = isEmpty || rows <= maxRows && bytes <= maxBytes;
    isEmpty = false;
    return isAdmitted;
  }
}
