// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.CorruptFileException;
import io.albis.format.metadata.Extent;
import io.albis.reader.internal.table.TableFiles;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;

/**
 * The file of an extent: opened by whoever first reads it, closed when the last range that is
 * wanted has been read, and opened again should more be wanted after all. Thread-safe.
 */
public final class ExtentFile implements AutoCloseable {

  private final TableFiles files;
  private final Extent extent;

  /** Null while it is not open. */
  private ReadableFile file;

  /** Ranges that are being read. */
  private int reading;

  private boolean isLastRead;

  public ExtentFile(TableFiles files, Extent extent) {
    this.files = files;
    this.extent = extent;
  }

  /**
   * The open file.
   *
   * @throws CorruptFileException if there is none, or it ends before the extent does
   */
  public synchronized ReadableFile open() {
    if (file == null) {
      ReadableFile opened = files.open(extent.path());
      long end = extent.offset() + extent.length();
      if (end > opened.length()) {
        close(opened);
        throw new CorruptFileException(
            extent.path(), opened.length(), "length", "at least " + end, opened.length());
      }
      file = opened;
    }
    return file;
  }

  /**
   * Reads a range of the file.
   *
   * @param isLast whether nothing behind it will be read
   */
  public void read(long offset, OffHeapBuffer target, long length, boolean isLast)
      throws IOException {
    ReadableFile opened = begin();
    try {
      opened.read(offset, target, 0, length);
      files.setMayBlock(opened.mayBlock());
    } finally {
      end(isLast);
    }
  }

  /**
   * Reads a range again that is damaged, from another copy.
   *
   * @return false if there is none
   */
  public boolean readElsewhere(long offset, OffHeapBuffer target, long targetOffset, long length)
      throws IOException {
    ReadableFile opened = begin();
    try {
      return opened.readElsewhere(new ReadRequest(offset, length, target, targetOffset));
    } finally {
      end(false);
    }
  }

  private synchronized ReadableFile begin() {
    ReadableFile opened = open();
    reading++;
    return opened;
  }

  private synchronized void end(boolean isLast) {
    reading--;
    isLastRead |= isLast;
    if (reading == 0 && isLastRead) {
      close();
    }
  }

  /** Whether reading waits for a device: as the files of the table that were read last. */
  public boolean mayBlock() {
    if (!files.knowsMayBlock()) {
      files.setMayBlock(open().mayBlock());
    }
    return files.mayBlock();
  }

  /** Closes the file, of which nothing is being read. */
  @Override
  public synchronized void close() {
    ReadableFile opened = file;
    file = null;
    if (opened != null) {
      close(opened);
    }
  }

  private void close(ReadableFile opened) {
    try {
      opened.close();
    } catch (IOException e) {
      throw TableFiles.failed(extent.path(), e);
    }
  }
}
