// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The data files of one table writer. Thread-safe. */
public class NewDataFiles {

  private final Storage storage;
  private final UUID writer;
  private final FileSettings settings;
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong rowGroups = new AtomicLong();
  private final AtomicInteger shortRowGroups = new AtomicInteger();
  private volatile boolean incomplete;

  /**
   * Writes below a table's directory.
   *
   * @param writer unique to this writer
   */
  public NewDataFiles(Storage storage, UUID writer, FileSettings settings) {
    this.storage = storage;
    this.writer = writer;
    this.settings = settings;
  }

  /** What the files have in common. */
  public final FileSettings settings() {
    return settings;
  }

  /** Deletes all files. */
  public void deleteAll() {
    for (long i = 0; i < files.get(); i++) {
      String path = TablePaths.data(writer, i);
      try {
        storage.delete(path);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to delete " + path + " of an aborted write", e);
      }
    }
  }

  /** A number for a row group that is full: how many there were before. */
  final long nextRowGroup() {
    return rowGroups.getAndIncrement();
  }

  /** Records that a row group was ended early, to bound the number or memory of partitions. */
  public final void addShortRowGroup() {
    shortRowGroups.incrementAndGet();
  }

  /** Number of row groups that were ended early. */
  public final int shortRowGroups() {
    return shortRowGroups.get();
  }

  /**
   * Begins a file.
   *
   * @param expectedLength length that it will probably not exceed, in bytes
   * @throws AlbisIOException if it cannot be created
   */
  DataFileWriter begin(FileColumns columns, long expectedLength) {
    long number = files.getAndIncrement();
    String path = TablePaths.data(writer, number);
    try {
      WritableFile file = storage.createFile(path, expectedLength);
      return new DataFileWriter(number, path, fileId(number), file, columns, settings);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** As random as the id of the writer, and never that of another file. */
  private UUID fileId(long number) {
    return UUID.nameUUIDFromBytes((writer + "-" + number).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Completes a file and makes it durable.
   *
   * @param finished called then
   */
  void end(DataFileWriter file, Consumer<WrittenFile> finished) {
    try (file) {
      finished.accept(file.finish());
    } catch (IOException e) {
      throw failed(file.path(), e);
    }
  }

  /** Gives up a file. */
  void discard(DataFileWriter file) {
    try {
      file.close();
    } catch (IOException e) {
      throw failed(file.path(), e);
    }
  }

  /** The error that says which file could not be written. */
  static AlbisIOException failed(String path, IOException cause) {
    return new AlbisIOException("Failed to write " + path + ": " + cause.getMessage(), cause);
  }

  /** Records that rows are lost, so that the files must not be committed. */
  public final void setIncomplete() {
    incomplete = true;
  }

  /**
   * Checks that all full row groups have been written.
   *
   * @param verb the action of the caller, for messages
   * @throws IllegalStateException if a writer failed to write its rows
   */
  public final void requireComplete(String verb) {
    if (incomplete) {
      throw new IllegalStateException(
          "Cannot " + verb + ": rows could not be written; see the error of their writer");
    }
  }
}
