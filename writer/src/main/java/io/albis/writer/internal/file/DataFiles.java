// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.error.AlbisIOException;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.Storage;
import io.albis.writer.internal.plan.WritePlan;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Writes the data files of one table writer. Thread-safe. */
public final class DataFiles {

  private final Storage storage;
  private final UUID writer;
  private final UUID tableId;
  private final String createdBy;
  private final AtomicLong sequence = new AtomicLong();
  private final AtomicLong filled = new AtomicLong();
  private volatile boolean incomplete;

  /**
   * Writes below a table's directory.
   *
   * @param writer unique to this writer
   */
  public DataFiles(Storage storage, UUID writer, UUID tableId, String createdBy) {
    this.storage = storage;
    this.writer = writer;
    this.tableId = tableId;
    this.createdBy = createdBy;
  }

  /** The number of the next row group. */
  public long nextRowGroup() {
    return sequence.getAndIncrement();
  }

  /** Deletes all files. */
  public void deleteAll() {
    for (long i = 0; i < sequence.get(); i++) {
      String directory = TablePaths.rowGroupDirectory(writer, i);
      try {
        storage.deleteRecursively(directory);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to delete " + directory + " of an aborted write", e);
      }
    }
  }

  /** The number of row groups that were full before this call. */
  long nextFilled() {
    return filled.getAndIncrement();
  }

  /** Creates the file of a column group of a row group. */
  DataFileWriter create(WritePlan plan, int g, long rowGroup) throws IOException {
    String path = path(plan, g, rowGroup);
    return new DataFileWriter(storage, plan, g, path, tableId, createdBy);
  }

  private String path(WritePlan plan, int g, long rowGroup) {
    return TablePaths.data(writer, rowGroup, plan.groups().get(g).id());
  }

  /** The error that says which file could not be written. */
  AlbisIOException failed(WritePlan plan, int g, long rowGroup, IOException cause) {
    String path = path(plan, g, rowGroup);
    return new AlbisIOException("Failed to write " + path + ": " + cause.getMessage(), cause);
  }

  /** Records that rows are lost, so that the files must not be committed. */
  public void setIncomplete() {
    incomplete = true;
  }

  /**
   * Checks that all full row groups have been written.
   *
   * @param verb the action of the caller, for messages
   * @throws IllegalStateException if a writer failed to write its rows
   */
  public void requireComplete(String verb) {
    if (incomplete) {
      throw new IllegalStateException(
          "Cannot " + verb + ": rows could not be written; see the error of their writer");
    }
  }
}
