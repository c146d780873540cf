// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds out why something cannot be read as a table: nothing is there, or something else. */
final class LoadErrors {

  private static final String MAGIC = "ALBIS";

  /** First bytes that are looked at. */
  private static final int START = 512;

  private LoadErrors() {}

  /**
   * Throws what a user should see.
   *
   * @param failure of reading
   * @param uris one of which could not be read
   * @return never, or the failure itself if the user is not to blame
   */
  static RuntimeException of(AlbisException failure, List<String> uris, Configuration hadoop) {
    for (String uri : uris) {
      Optional<String> reason;
      try {
        Path path = new Path(uri);
        FileSystem fileSystem = path.getFileSystem(hadoop);
        if (!fileSystem.exists(path)) {
          throw UserErrors.pathNotFound(uri, failure);
        }
        reason = foreign(fileSystem, fileSystem.getFileStatus(path), uri);
      } catch (IOException e) {
        // Also if Hadoop does not know the storage, but Albis does.
        failure.addSuppressed(e);
        continue;
      }
      if (reason.isPresent()) {
        throw UserErrors.of("Cannot read " + uri + ": " + reason.get(), failure);
      }
    }
    if (failure instanceof TableNotFoundException
        || failure instanceof SnapshotExpiredException
        || failure instanceof UnsupportedVersionException) {
      throw UserErrors.of(failure.getMessage(), failure);
    }
    return failure;
  }

  /** Whether loading has failed because there is nothing at the path, or an empty directory. */
  static boolean isNothingThere(Exception failure) {
    return UserErrors.isPathNotFound(failure)
        || failure.getCause() instanceof TableNotFoundException cause
            && failure.getMessage().contains(cause.getMessage());
  }

  /** Returns what is there instead of a table or a data file; empty if it may be one. */
  private static Optional<String> foreign(FileSystem fileSystem, FileStatus status, String uri)
      throws IOException {
    if (!status.isDirectory()) {
      return format(fileSystem, status).map(format -> "it is " + format + hint(format, uri));
    }
    for (FileStatus child : fileSystem.listStatus(status.getPath())) {
      String name = child.getPath().getName();
      if (child.isFile() && !name.startsWith("_") && !name.startsWith(".")) {
        return format(fileSystem, child)
            .map(
                format ->
                    "it is a directory without an Albis table; "
                        + name
                        + " in it is "
                        + format
                        + hint(format, uri));
      }
    }
    return Optional.empty();
  }

  private static String hint(String format, String uri) {
    return format.startsWith("an empty")
        ? ""
        : ", not an Albis table (write a table from it with 'albis convert " + uri + " TABLE')";
  }

  private static Optional<String> format(FileSystem fileSystem, FileStatus file)
      throws IOException {
    byte[] bytes = new byte[(int) Math.min(START, file.getLen())];
    try (FSDataInputStream in = fileSystem.open(file.getPath())) {
      in.readFully(0, bytes);
    }
    String start = new String(bytes, StandardCharsets.ISO_8859_1);
    if (start.isEmpty()) {
      return Optional.of("an empty file");
    } else if (start.startsWith(MAGIC)) {
      return Optional.empty();
    } else if (start.startsWith("PAR1") || start.startsWith("PARE")) {
      return Optional.of("a Parquet file");
    } else if (start.startsWith("ORC")) {
      return Optional.of("an ORC file");
    } else if (start.startsWith("ARROW1")) {
      return Optional.of("an Arrow file");
    }
    boolean isText = start.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\r' || c == '\t');
    return Optional.of(isText ? "a text file" : "a file of another format");
  }
}
