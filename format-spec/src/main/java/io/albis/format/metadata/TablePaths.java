// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;

/** Names of the files of a table, relative to its directory (SPEC.md, section 3). */
public final class TablePaths {

  /** The directory of snapshots and manifests. */
  public static final String METADATA_DIRECTORY = "_albis";

  private static final String SNAPSHOT_PREFIX = "snapshot-";
  private static final int SNAPSHOT_DIGITS = 20;

  private TablePaths() {}

  /** Path of the snapshot of an id. */
  public static String snapshot(long id) {
    return String.format(Locale.ROOT, "%s/%s%020d", METADATA_DIRECTORY, SNAPSHOT_PREFIX, id);
  }

  /** Path of a new manifest. */
  public static String manifest(UUID uuid) {
    return METADATA_DIRECTORY + "/manifest-" + uuid;
  }

  /**
   * Directory of a new row group.
   *
   * @param writer unique to the writer
   * @param sequence unique within the writer
   */
  public static String rowGroupDirectory(UUID writer, long sequence) {
    return rowGroupPrefix(writer) + sequence;
  }

  private static String rowGroupPrefix(UUID writer) {
    return "rg-" + writer.toString().replace("-", "").substring(0, 12) + "-";
  }

  /** Whether a name is the directory of a row group of a writer. */
  public static boolean isRowGroupDirectory(String name, UUID writer) {
    String prefix = rowGroupPrefix(writer);
    return name.startsWith(prefix)
        && name.length() > prefix.length()
        && name.chars().skip(prefix.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  /** Path of a new data file. */
  public static String data(UUID writer, long sequence, int columnGroupId) {
    return rowGroupDirectory(writer, sequence) + "/cg-" + columnGroupId + ".albis";
  }

  /**
   * The id of a snapshot from its file name without directory; empty if it is not the name of a
   * snapshot.
   */
  public static OptionalLong snapshotId(String name) {
    if (!name.startsWith(SNAPSHOT_PREFIX)
        || name.length() != SNAPSHOT_PREFIX.length() + SNAPSHOT_DIGITS) {
      return OptionalLong.empty();
    }
    for (int i = SNAPSHOT_PREFIX.length(); i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return OptionalLong.empty();
      }
    }
    try {
      long id = Long.parseLong(name.substring(SNAPSHOT_PREFIX.length()));
      return id > 0 ? OptionalLong.of(id) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether a path in metadata stays inside the table, as SPEC.md, section 3, requires. */
  public static boolean isValid(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '\\' || Character.isISOControl(path.charAt(i))) {
        return false;
      }
    }
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        return false;
      }
    }
    return true;
  }
}
