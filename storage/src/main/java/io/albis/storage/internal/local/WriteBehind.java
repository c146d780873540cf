// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.internal.backend.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what passes through the page cache to the device early and steadily, and evicts it there,
 * so that a file does not push out the pages of others ("Linux PageCache Optimization for Hadoop",
 * sections "Prioritized EarlyWrite" and "Eviction"). Files of less than a window stay in the page
 * cache: they are metadata, which is read soon. Not thread-safe.
 */
final class WriteBehind {

  /** Bytes that are written at once; the window before is evicted meanwhile. */
  static final long WINDOW = 4 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WriteBehind.class);

  private final Path path;
  private long started;
  private boolean isOff;

  /** Starts at the beginning of a file. */
  WriteBehind(Path path) {
    this.path = path;
  }

  /** Takes note of the length so far. Waits until the window before the last one is written. */
  void wrote(long length) {
    while (!isOff && length - started >= WINDOW) {
      try {
        PageCache.startWriting(path, started, WINDOW);
        if (started > 0) {
          PageCache.writeAndDrop(path, started - WINDOW, WINDOW);
        }
      } catch (IOException e) {
        turnOff(e);
      }
      started += WINDOW;
    }
  }

  /** Evicts the rest of a long file, all of which is on the device. */
  void end() {
    if (started > 0 && !isOff) {
      try {
        PageCache.drop(path);
      } catch (IOException e) {
        turnOff(e);
      }
    }
  }

  /** The file itself can be written nevertheless. */
  private void turnOff(IOException e) {
    LOG.debug("{} stays in the page cache", path, e);
    isOff = true;
  }
}
