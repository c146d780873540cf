// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HdfsFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.util.VersionInfo;

/** Publishes a file exclusively, as far as the file system supports it. */
final class Publishing {

  /** Stores in which an object appears completely when it is closed, or not at all. */
  private static final Set<String> OBJECT_STORES = Set.of("s3a", "gs");

  /** S3A's option to create an object only if it does not exist. */
  private static final String CONDITIONAL = "fs.option.create.conditional.overwrite";

  private Publishing() {}

  /** Whether files are published by a conditional create instead of a rename. */
  static boolean isByCondition(FileSystem fileSystem) {
    return OBJECT_STORES.contains(fileSystem.getScheme());
  }

  /**
   * Creates an object with its content unless it exists; the store decides who is first.
   *
   * @throws FileAlreadyExistsException if an object with different content exists
   * @throws IOException if creating the object failed or the outcome is unknown: also if an object
   *     with this content exists, since an earlier attempt of the client may have created it and
   *     lost the response
   */
  static void createIfAbsent(FileSystem fileSystem, Path path, byte[] content) throws IOException {
    try {
      create(fileSystem, path, content);
    } catch (IOException e) {
      if (isTaken(fileSystem, path, content, e)) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(path.toString());
        exists.initCause(e);
        throw exists;
      }
      throw e;
    }
  }

  private static void create(FileSystem fileSystem, Path path, byte[] content) throws IOException {
    FSDataOutputStream stream = open(fileSystem, path);
    try {
      stream.write(content);
    } catch (IOException e) {
      abandon(stream, e);
      throw e;
    }
    stream.close();
  }

  /** Opens an object that is created when the stream is closed, unless it exists by then. */
  static FSDataOutputStream open(FileSystem fileSystem, Path path) throws IOException {
    var builder = fileSystem.createFile(path).overwrite(false);
    if (fileSystem.getScheme().equals("s3a")) {
      // Required, so that it fails without support: two writers could otherwise both succeed.
      builder.must(CONDITIONAL, true);
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          String.format(
              "Cannot publish %s: Hadoop %s does not support conditional creation of objects"
                  + " (expected 3.4.2 or later)",
              path, VersionInfo.getVersion()),
          e);
    }
  }

  /** Closing would create an object from the data written so far. */
  private static void abandon(FSDataOutputStream stream, IOException failure) {
    if (stream.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
      IOException e = stream.abort().anyCleanupException();
      if (e != null) {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Whether an object with different content exists, independent of the exception that the store
   * returned.
   */
  private static boolean isTaken(
      FileSystem fileSystem, Path path, byte[] content, IOException failure) {
    try (FSDataInputStream stream = fileSystem.open(path)) {
      return !Arrays.equals(stream.readNBytes(content.length + 1), content);
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /**
   * Renames a file, unless the name exists. This is atomic on HDFS and on local file systems; on
   * others it is as exclusive as their rename.
   */
  static void rename(HadoopClient client, Path from, Path to) throws IOException {
    FileSystem fileSystem = client.fileSystem();
    if (fileSystem instanceof LocalFileSystem local) {
      // Hadoop checks first and then renames, so another writer may interfere in between.
      Files.createLink(local.pathToFile(to).toPath(), local.pathToFile(from).toPath());
      local.delete(from, false);
    } else if (!HdfsFiles.renameExclusively(fileSystem, from, to)) {
      inContext(client, from, to);
    }
  }

  /** Unlike a file system, a FileContext uses the identity of the thread that requests it. */
  private static void inContext(HadoopClient client, Path from, Path to) throws IOException {
    PrivilegedExceptionAction<Void> rename =
        () -> {
          FileContext.getFileContext(client.fileSystem().getUri(), client.configuration())
              .rename(from, to, Options.Rename.NONE);
          return null;
        };
    try {
      client.user().doAs(rename);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot rename " + from + " to " + to + ": interrupted");
    }
  }
}
