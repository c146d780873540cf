// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes files from the page cache of the operating system to the device, and evicts them from it.
 * Does nothing on systems other than Linux.
 */
public final class PageCache {

  private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

  private static final int READ_ONLY = 0;
  private static final int DONT_NEED = 4;

  private static final int START_WRITING = 2;

  /** Waits for what is being written, starts to write the rest, and waits for that. */
  private static final int WRITE_ALL = 7;

  private static final boolean AVAILABLE = register();

  private PageCache() {}

  private static boolean register() {
    if (!Platform.isLinux() || !Platform.is64Bit()) {
      return false;
    }
    try {
      Native.register(PageCache.class, Platform.C_LIBRARY_NAME);
      return true;
    } catch (LinkageError | RuntimeException e) {
      LOG.warn("Cannot call the C library; files stay in the page cache: {}", e.toString());
      return false;
    }
  }

  private static native int open(String path, int flags);

  private static native int posix_fadvise(int descriptor, long offset, long length, int advice);

  private static native int sync_file_range(int descriptor, long offset, long length, int flags);

  private static native int close(int descriptor);

  /** A call for a range of an open file, whose failure does not matter. */
  private interface Advice {
    void apply(int descriptor);
  }

  /**
   * Evicts a file from the page cache. Pages that have not reached the device stay, as do pages
   * that a process has mapped.
   *
   * @throws IOException if the file cannot be opened
   */
  public static void drop(Path path) throws IOException {
    drop(path, 0, 0);
  }

  /**
   * Evicts a range of a file from the page cache; see {@link #drop(Path)}.
   *
   * @param offset the first byte
   * @param length the number of bytes; 0 for all bytes up to the end of the file
   * @throws IOException if the file cannot be opened
   */
  public static void drop(Path path, long offset, long length) throws IOException {
    // This is advice, so a file system that ignores it has not failed.
    advise(path, offset, length, file -> posix_fadvise(file, offset, length, DONT_NEED));
  }

  /**
   * Starts to write a range of a file to the device, without waiting for that.
   *
   * @throws IOException if the file cannot be opened
   */
  public static void startWriting(Path path, long offset, long length) throws IOException {
    advise(path, offset, length, file -> sync_file_range(file, offset, length, START_WRITING));
  }

  /**
   * Writes a range of a file to the device, and evicts it from the page cache. The data is not
   * durable: that of the file system, such as its length, may not be on the device. Errors are
   * reported by the next sync of the file.
   *
   * @throws IOException if the file cannot be opened
   */
  public static void writeAndDrop(Path path, long offset, long length) throws IOException {
    advise(
        path,
        offset,
        length,
        file -> {
          sync_file_range(file, offset, length, WRITE_ALL);
          posix_fadvise(file, offset, length, DONT_NEED);
        });
  }

  private static void advise(Path path, long offset, long length, Advice advice)
      throws IOException {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "Invalid range of "
              + path
              + ": offset "
              + offset
              + ", length "
              + length
              + " (expected 0 or more)");
    }
    if (!AVAILABLE) {
      return;
    }
    int descriptor = open(path.toString(), READ_ONLY);
    if (descriptor < 0) {
      throw new IOException("Cannot open " + path + " to advise the page cache");
    }
    try {
      advice.apply(descriptor);
    } finally {
      close(descriptor);
    }
  }
}
