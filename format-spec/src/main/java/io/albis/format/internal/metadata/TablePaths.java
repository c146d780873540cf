// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.util.OptionalLong;
import java.util.UUID;

/** Names of the files of a table, relative to its directory (SPEC.md, section 3). */
public final class TablePaths {

  /** The directory of the metadata. */
  public static final String METADATA_DIRECTORY = "_albis";

  /** The directory of the directories of snapshots. */
  public static final String SNAPSHOT_DIRECTORY = METADATA_DIRECTORY + "/snapshots";

  /** The directory in which writers put manifests; readers go by paths only. */
  public static final String MANIFEST_DIRECTORY = METADATA_DIRECTORY + "/manifests";

  /** The directory in which writers put data files; readers go by paths only. */
  public static final String DATA_DIRECTORY = "data";

  private static final String DATA_SUFFIX = ".albis";
  private static final String SNAPSHOT_PREFIX = "snapshot-";
  private static final int SNAPSHOT_DIGITS = 20;

  /** Number of digits of the id that name the directory of a snapshot. */
  private static final int GROUP_DIGITS = 17;

  /** Number of snapshots in a directory. */
  private static final int GROUP_SIZE = 1000;

  private TablePaths() {}

  /** Path of the snapshot of an id. */
  public static String snapshot(long id) {
    return snapshotDirectory(id) + "/" + SNAPSHOT_PREFIX + padded(id, SNAPSHOT_DIGITS);
  }

  /** Path of the directory of the snapshot of an id. */
  static String snapshotDirectory(long id) {
    return SNAPSHOT_DIRECTORY + "/" + padded(id / GROUP_SIZE, GROUP_DIGITS);
  }

  /** A number of at least 0 with leading zeros. */
  private static String padded(long number, int digits) {
    String text = Long.toString(number);
    return "0".repeat(digits - text.length()) + text;
  }

  /** Path of a new manifest. */
  public static String manifest(UUID uuid) {
    return MANIFEST_DIRECTORY + "/manifest-" + uuid;
  }

  /**
   * Path of a new data file.
   *
   * @param writer unique to the writer
   * @param sequence unique within the writer
   */
  public static String data(UUID writer, long sequence) {
    return DATA_DIRECTORY + "/" + writer + "-" + sequence + DATA_SUFFIX;
  }

  /** Whether a name, without directory, is that of a data file of a writer. */
  public static boolean isDataOf(UUID writer, String name) {
    String prefix = writer + "-";
    int digits = name.length() - DATA_SUFFIX.length();
    return name.startsWith(prefix)
        && name.endsWith(DATA_SUFFIX)
        && digits > prefix.length()
        && name.substring(prefix.length(), digits).chars().allMatch(c -> c >= '0' && c <= '9');
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
    return number(name.substring(SNAPSHOT_PREFIX.length())).stream()
        .filter(id -> id > 0)
        .findFirst();
  }

  /** Whether a name is that of a directory of snapshots. */
  static boolean isSnapshotDirectory(String name) {
    return name.length() == GROUP_DIGITS && number(name).isPresent();
  }

  private static OptionalLong number(String digits) {
    if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(digits));
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
