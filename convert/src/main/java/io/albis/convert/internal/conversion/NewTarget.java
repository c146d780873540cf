// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.FileLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a conversion writes to, until it is complete: if the conversion fails, or the process is
 * interrupted (Ctrl-C), nothing of it is left, neither files nor directories.
 */
final class NewTarget implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NewTarget.class);

  private final String uri;
  private final Map<String, String> options;

  private final Before before;

  /** The name of a file in the directory; null for a table. */
  private final String file;

  private final AutoCloseable writer;
  private final Thread cleanUp = new Thread(this::interrupt, "albis-convert-clean-up");
  private volatile boolean isInterrupted;
  private volatile boolean isWritten;
  private volatile boolean isComplete;

  private NewTarget(
      String uri, Map<String, String> options, Before before, String file, AutoCloseable writer) {
    this.uri = uri;
    this.options = options;
    this.before = before;
    this.file = file;
    this.writer = writer;
    Runtime.getRuntime().addShutdownHook(cleanUp);
  }

  /**
   * Guards a file.
   *
   * @param file under the name that it is written with
   * @param before what was in its directory before the writer was opened
   * @param writer deletes the file when it is closed, unless it is finished; by any thread
   */
  static NewTarget ofFile(
      FileLocation file, Map<String, String> options, Before before, AutoCloseable writer) {
    return new NewTarget(file.directory().toString(), options, before, file.name(), writer);
  }

  /**
   * Guards a table.
   *
   * @param writer deletes the rows when it is closed, unless they are committed; by any thread
   * @param before what was there before the writer was opened
   */
  static NewTarget ofTable(
      String uri, Map<String, String> options, Before before, AutoCloseable writer) {
    return new NewTarget(uri, options, before, null, writer);
  }

  /**
   * What is in a directory.
   *
   * @param names of files and directories; none if it does not exist
   * @param missing of a local directory, itself and those above it that do not exist, from the
   *     deepest one up
   */
  record Before(boolean exists, Set<String> names, List<Path> missing) {

    static Before of(String uri, Map<String, String> options) {
      try (Storage storage = Storage.open(uri, options)) {
        Set<String> names = new HashSet<>();
        boolean exists = storage.exists("");
        if (exists) {
          list(storage, "").forEach(file -> names.add(file.name()));
        }
        return new Before(exists, names, absentDirectories(storage.root()));
      } catch (IOException e) {
        throw new AlbisIOException("Failed to open " + uri + ": " + e.getMessage(), e);
      }
    }
  }

  private static List<Path> absentDirectories(URI root) {
    List<Path> missing = new ArrayList<>();
    if ("file".equals(root.getScheme())) {
      Path directory = Path.of(root.getPath());
      while (directory != null && !Files.exists(directory)) {
        missing.add(directory);
        directory = directory.getParent();
      }
    }
    return missing;
  }

  private static List<FileInfo> list(Storage storage, String directory) throws IOException {
    try {
      return storage.list(directory);
    } catch (NoSuchFileException | FileNotFoundException e) {
      return List.of();
    }
  }

  /**
   * Translates the failure of a writer that was closed because the process is interrupted.
   *
   * @return what to throw
   */
  RuntimeException failure(RuntimeException failure) {
    return isInterrupted ? new UncheckedIOException(new ClosedByInterruptException()) : failure;
  }

  /** The writer has finished the file, which is deleted unless it becomes {@link #complete}. */
  void written() {
    isWritten = true;
  }

  /** Keeps what was written. */
  void complete() {
    isComplete = true;
  }

  private void interrupt() {
    isInterrupted = true;
    try {
      remove();
    } catch (Exception e) {
      LOG.error("Failed to clean up {}: {}", uri, e.getMessage());
    }
  }

  /** Closes the writer, and removes what is left unless it has completed the target. */
  private void remove() throws Exception {
    writer.close();
    if (!isComplete) {
      try (Storage storage = Storage.open(uri, options)) {
        if (isWritten) {
          storage.delete(file);
        }
        removeDirectories(storage);
      }
    }
  }

  /** Removes directories that were made; those next to a file belong to others. */
  private void removeDirectories(Storage storage) throws IOException {
    boolean isEmpty = true;
    for (FileInfo child : list(storage, "")) {
      boolean isKept =
          child.isFile()
              || file != null
              || before.names().contains(child.name())
              || !isRemoved(storage, child.name());
      isEmpty &= !isKept;
    }
    if (!isEmpty || before.exists()) {
      return;
    }
    if (before.missing().isEmpty()) {
      storage.delete("");
    }
    for (Path directory : before.missing()) {
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }

  /** Removes a directory if it has no files, at any depth; returns whether it has none. */
  private static boolean isRemoved(Storage storage, String directory) throws IOException {
    boolean isEmpty = true;
    for (FileInfo child : list(storage, directory)) {
      isEmpty &= child.isDirectory() && isRemoved(storage, directory + "/" + child.name());
    }
    return isEmpty && storage.delete(directory);
  }

  /** Removes what is left, unless the target is complete. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleanUp);
    } catch (IllegalStateException e) {
      // The process ends, and the thread cleans up.
      return;
    }
    try {
      remove();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to clean up " + uri + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Failed to clean up " + uri, e);
    }
  }
}
