// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import com.sun.jna.Platform;
import io.albis.storage.ReadCost;
import io.albis.storage.internal.backend.ReadPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * What the files of one storage share: settings, metrics, and the threads that read. Thread-safe.
 */
final class LocalIo {

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);

  /** The maximum gap between two ranges of a request, in bytes: what is read into {@link #GAP}. */
  private static final int MAX_GAP = 1 << 20;

  /** Receives the bytes between two ranges. All reads write to it; nothing reads it. */
  private static final ByteBuffer GAP =
      ByteBuffer.allocateDirect(MAX_GAP + DirectReads.BLOCK).alignedSlice(DirectReads.BLOCK);

  private final DirectMode mode;
  private final int depth;
  private final ReadCost readCost;
  private final LocalMetrics metrics = new LocalMetrics();

  /** One for all files, since a single file is read too briefly for an estimate. */
  private final ReadPace pace = new ReadPace();

  /** Null before the first asynchronous read. */
  private volatile ReadPool pool;

  /**
   * Creates the shared state.
   *
   * @param depth the maximum number of requests in flight to the device
   */
  LocalIo(DirectMode mode, int depth, ReadCost readCost) {
    this.mode = mode;
    this.depth = depth;
    this.readCost = readCost;
  }

  ReadCost readCost() {
    return readCost;
  }

  /** The longest gap between two ranges that one request reads. */
  long maxGap() {
    return Math.min(MAX_GAP, readCost.maxGap());
  }

  DirectMode mode() {
    return mode;
  }

  LocalMetrics metrics() {
    return metrics;
  }

  ReadPace pace() {
    return pace;
  }

  CachedReads openCached(Path path) throws IOException {
    DeviceFile file =
        NativeFile.isAvailable()
            ? NativeFile.open(path)
            : new ChannelFile(Permissions.open(path, READ));
    return new CachedReads(new FileReads(file, false, metrics), pace);
  }

  /** Memory for the bytes between two ranges, which is never read. Its address is aligned. */
  static ByteBuffer gap(long length) {
    return GAP.slice(0, (int) length);
  }

  /** Opens a file to read past the page cache; null if it is read through the page cache. */
  DirectReads openDirect(Path path) throws IOException {
    DeviceFile file = mode.openToRead(path);
    return file == null ? null : new DirectReads(new FileReads(file, true, metrics));
  }

  /** Returns the threads that read from the device of a file of this storage. */
  ReadPool pool(Path path) {
    ReadPool known = pool;
    if (known == null) {
      known = ReadPool.shared("local-" + device(path), depth);
      pool = known;
    }
    return known;
  }

  /** Returns a name that is the same for all files on a device. */
  private static String device(Path path) {
    if (Platform.isLinux() || Platform.isMac()) {
      try {
        long number = ((Number) Files.getAttribute(path, "unix:dev")).longValue();
        return Long.toHexString(number);
      } catch (IOException e) {
        return "unknown"; // the file was deleted, which reading it will report
      }
    }
    return String.valueOf(path.getRoot());
  }
}
