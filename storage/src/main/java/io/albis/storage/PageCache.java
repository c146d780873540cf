// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operating system what need not stay in its page cache, for backends. */
public final class PageCache {

  private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

  private static final int READ_ONLY = 0;
  private static final int DONT_NEED = 4;

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
      LOG.warn("Cannot call the C library; written data stays in the page cache: {}", e.toString());
      return false;
    }
  }

  private static native int open(String path, int flags);

  private static native int posix_fadvise(int descriptor, long offset, long length, int advice);

  private static native int close(int descriptor);

  /**
   * Gives back the pages of a file that are on the device. Those that are not stay, and so do those
   * that a program has mapped. Does nothing where the system is not Linux.
   *
   * @throws IOException if the file cannot be opened
   */
  public static void drop(Path path) throws IOException {
    if (!AVAILABLE) {
      return;
    }
    int descriptor = open(path.toString(), READ_ONLY);
    if (descriptor < 0) {
      throw new IOException("Cannot open " + path + " to drop its pages");
    }
    try {
      // Advice: that the file system does not take it is no error.
      posix_fadvise(descriptor, 0, 0, DONT_NEED);
    } finally {
      close(descriptor);
    }
  }
}
