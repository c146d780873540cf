// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** Rows that a snapshot inserts or deletes, as a task reads them. */
sealed interface Change extends Serializable {

  /** The snapshot. */
  CommitVersion commit();

  /** Approximate bytes that a task reads. */
  long bytes();

  /**
   * Rows of row groups that the snapshot only adds, or only removes.
   *
   * @param isInsert whether it adds them
   */
  record Whole(CommitVersion commit, boolean isInsert, StoredRows rows) implements Change {

    private static final long serialVersionUID = 1L;

    @Override
    public long bytes() {
      return rows.bytes();
    }
  }

  /**
   * The difference between row groups that the snapshot removes and others that it adds, most of
   * whose rows are copies. Rows are the same if all their columns are.
   *
   * @param removed rows with all columns
   * @param added rows with all columns
   * @param values what is returned of a row that is no copy, and of the {@link ChangeColumn}s
   * @param bucket the rows of this task, by their hashes
   * @param buckets the number of tasks for the same row groups
   */
  record Difference(
      CommitVersion commit,
      List<StoredRows> removed,
      List<StoredRows> added,
      List<Expression> values,
      int bucket,
      int buckets)
      implements Change {

    private static final long serialVersionUID = 1L;

    /** Copies the lists. */
    public Difference {
      removed = List.copyOf(removed);
      added = List.copyOf(added);
      values = List.copyOf(values);
    }

    @Override
    public long bytes() {
      // What is removed is read twice.
      return 2 * bytes(removed) + bytes(added);
    }

    private static long bytes(List<StoredRows> all) {
      return all.stream().mapToLong(StoredRows::bytes).sum();
    }
  }
}
