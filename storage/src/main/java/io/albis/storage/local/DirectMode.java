// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether files are read and written past the page cache: the option {@code io.direct}. */
final class DirectMode {

  private static final Logger LOG = LoggerFactory.getLogger(DirectMode.class);

  private static final String OPTION = "io.direct";

  private enum Setting {
    AUTO,
    ALWAYS,
    NEVER
  }

  /** File systems in memory: Linux opens files there for direct I/O, and copies all the same. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  /** The file systems of which was said that they have no direct I/O. */
  private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

  private final Setting setting;
  private final Path root;
  private final AtomicBoolean refused = new AtomicBoolean();

  /** Null before the first file is opened. */
  private final AtomicReference<Boolean> inMemory = new AtomicReference<>();

  private DirectMode(Setting setting, Path root) {
    this.setting = setting;
    this.root = root;
  }

  static DirectMode of(Map<String, String> options, Path root) {
    String text = options.getOrDefault(OPTION, "auto");
    for (Setting setting : Setting.values()) {
      if (setting.name().toLowerCase(Locale.ROOT).equals(text)) {
        return new DirectMode(setting, root);
      }
    }
    throw new IllegalArgumentException(
        "Invalid option " + OPTION + ": " + text + " (expected auto, always or never)");
  }

  /** Whether files come past the page cache, as far as is known. */
  boolean isDirect() {
    return setting != Setting.NEVER && !refused.get();
  }

  /**
   * Opens a channel past the page cache.
   *
   * @return null where that is not wanted, or the file system does not offer it
   */
  FileChannel open(Path path, Set<OpenOption> options) throws IOException {
    if (setting == Setting.NEVER || refused.get()) {
      return null;
    }
    Set<OpenOption> direct = new HashSet<>(options);
    direct.add(ExtendedOpenOption.DIRECT);
    try {
      if (isInMemory(path)) {
        return refuse(path, null);
      }
      return Permissions.open(path, direct);
    } catch (UnsupportedOperationException e) {
      return refuse(path, e);
    } catch (FileSystemException e) {
      // EINVAL: what Linux says where a file system has no direct I/O.
      if ("Invalid argument".equals(e.getReason())) {
        return refuse(path, e);
      }
      throw e;
    }
  }

  /** Looks once: it costs more than to open a file. */
  private boolean isInMemory(Path path) throws IOException {
    Boolean known = inMemory.get();
    if (known == null) {
      known = IN_MEMORY.contains(Files.getFileStore(path).type());
      inMemory.set(known);
    }
    return known;
  }

  private FileChannel refuse(Path path, Exception cause) throws IOException {
    if (setting == Setting.ALWAYS) {
      throw new IOException(
          "Cannot open "
              + path
              + " for direct I/O: the file system does not offer it (set "
              + OPTION
              + " to auto to use the page cache there)",
          cause);
    }
    refused.set(true);
    FileStore store = Files.getFileStore(path);
    if (REPORTED.add(store.toString())) {
      LOG.info("The file system {} of {} offers no direct I/O: using the page cache", store, root);
    }
    return null;
  }
}
