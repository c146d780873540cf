// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

/**
 * What a process does.
 *
 * @param argument chooses among the possibilities that there are then
 */
record Action(Kind kind, int argument) {

  /** Kinds of actions. */
  enum Kind {
    CREATE,
    /** Deletes the table and creates it again; open writers must notice that. */
    CREATE_AGAIN,
    APPEND,
    APPEND_WITH_COLUMN,
    OVERWRITE,
    OVERWRITE_SCHEMA,
    REPLACE_ROW_GROUPS,
    DISTRIBUTED,
    /** Merges row groups by a distributed write, or leaves the commit to others. */
    MERGE_DISTRIBUTED,
    /** Commits a distributed write that another process may have planned and carried out. */
    COMMIT_PLANNED,
    ADD_FILES,
    ADD_COLUMN,
    ADD_COLUMN_WITH_VALUES,
    DROP_COLUMN,
    PARTITION,
    SORT,
    PROPERTY,
    OPTIMIZE,
    MERGE_ROW_GROUPS,
    TAG,
    UNTAG,
    EXPIRE,
    CLEAN,
    ROLLBACK,
    READ,
    READ_SNAPSHOT,
    /** Looks for the snapshot that was the latest one at a time. */
    READ_AS_OF,
    READ_CACHED,
    /** Does nothing for a while, so that snapshots and files grow old. */
    WAIT
  }

  /** The action that {@link #toString} has printed. */
  static Action parse(String text) {
    int colon = text.indexOf(':');
    return new Action(
        Kind.valueOf(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public String toString() {
    return kind + ":" + argument;
  }
}
