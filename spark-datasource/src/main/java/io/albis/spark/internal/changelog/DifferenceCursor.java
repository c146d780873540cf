// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds the rows of which there are more in some row groups than in others. Counts those that are
 * removed; then reads what is added, where rows of which one is left are copies; then reads again
 * what is removed, for the rows that are still left. Holds hashes of rows, and no rows.
 */
final class DifferenceCursor implements ChangeCursor {

  private final Change.Difference change;
  private final RowCounts removed = new RowCounts();
  private final MessageDigest digest = digest();
  private final UnsafeProjection projection;
  private final JoinedRow joined = new JoinedRow();

  /** Whether what is added is read. */
  private boolean isInsert = true;

  private InternalRow values;

  /** Null before the first call of {@link #next}. */
  private Iterator<StoredRows> parts;

  /** Null between two parts. */
  private StoredRowCursor current;

  /** Of the row that was read last. */
  private long high;

  private long low;

  DifferenceCursor(Change.Difference change) {
    this.change = change;
    this.projection =
        UnsafeProjection.create(CollectionConverters.asScala(change.values()).toSeq());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public InternalRow next() throws IOException {
    if (parts == null) {
      count();
      start(change.added());
    }
    while (true) {
      UnsafeRow row = nextOfBucket();
      if (row != null) {
        if (removed.take(high, low) != isInsert) {
          return projection.apply(joined.apply(row, values));
        }
      } else if (isInsert && !removed.isEmpty()) {
        isInsert = false;
        start(change.removed());
      } else {
        return null;
      }
    }
  }

  private void count() throws IOException {
    start(change.removed());
    while (nextOfBucket() != null) {
      removed.add(high, low);
    }
  }

  private void start(List<StoredRows> rows) {
    parts = rows.iterator();
    values = change.commit().values(isInsert);
  }

  /** Returns the next row of this task, and hashes it; null at the end of all parts. */
  private UnsafeRow nextOfBucket() throws IOException {
    while (current != null || parts.hasNext()) {
      if (current == null) {
        current = new StoredRowCursor(parts.next(), values);
      }
      UnsafeRow row = current.next();
      if (row == null) {
        close();
      } else {
        hash(row);
        if (Math.floorMod(high, change.buckets()) == change.bucket()) {
          return row;
        }
      }
    }
    return null;
  }

  /** The projection writes all bytes of a row, so that equal rows have the same. */
  private void hash(UnsafeRow row) {
    int offset = (int) (row.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
    digest.update((byte[]) row.getBaseObject(), offset, row.getSizeInBytes());
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    high = hash.getLong();
    low = hash.getLong();
  }

  /** Idempotent. */
  @Override
  public void close() throws IOException {
    StoredRowCursor ended = current;
    current = null;
    if (ended != null) {
      ended.close();
    }
  }
}
