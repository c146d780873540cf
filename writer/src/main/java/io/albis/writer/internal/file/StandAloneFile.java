// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.Storage;
import io.albis.writer.internal.plan.WritePlan;
import java.io.IOException;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A data file outside of a table. All row groups of all row writers, of which one is open at a
 * time, go to the same file, which appears when {@link #finish} is called. Thread-safe.
 */
public final class StandAloneFile extends NewDataFiles {

  private final Storage storage;
  private final String name;
  private final UUID fileId;

  /** Null before the first row group, and after the end. */
  private DataFileWriter open;

  private boolean stopped;

  /**
   * Writes a file.
   *
   * @param storage the directory of the file
   * @param name path of the file in the storage
   * @param settings without limit of the file size
   */
  public StandAloneFile(Storage storage, String name, UUID fileId, FileSettings settings) {
    super(storage, fileId, settings);
    this.storage = storage;
    this.name = name;
    this.fileId = fileId;
  }

  @Override
  synchronized DataFileWriter begin(FileColumns columns, long expectedLength) {
    if (open == null) {
      if (stopped) {
        throw new IllegalStateException("Cannot write " + name + ": it was finished or given up");
      }
      try {
        open =
            new DataFileWriter(
                0, name, fileId, storage.createFileAtomically(name), columns, settings());
      } catch (IOException e) {
        throw failed(name, e);
      }
    }
    return open;
  }

  /** Leaves the file open for the next row writer. */
  @Override
  void end(DataFileWriter file, Consumer<WrittenFile> finished) {}

  @Override
  void discard(DataFileWriter file) {
    deleteAll();
  }

  /**
   * Completes the file and makes it appear.
   *
   * @param plan of the row writers
   * @throws AlbisIOException if it cannot be written, or exists
   */
  public synchronized WrittenFile finish(WritePlan plan) {
    int[] members = IntStream.range(0, plan.groups().size()).toArray();
    try (DataFileWriter file = open == null ? begin(new FileColumns(plan, members), 0) : open) {
      stopped = true;
      open = null;
      return file.finish();
    } catch (IOException e) {
      throw failed(name, e);
    }
  }

  /** Gives up the file; nothing is left of it. Idempotent. */
  @Override
  public synchronized void deleteAll() {
    DataFileWriter file = open;
    stopped = true;
    open = null;
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete " + name + ", which was given up", e);
    }
  }
}
