// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  static final String OPTION = "io.direct";

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
   * Opens a file to be read past the page cache.
   *
   * @return null where the option is {@code never}, or the file system does not offer direct I/O
   */
  DeviceFile openToRead(Path path) throws IOException {
    if (!isDirect()) {
      return null;
    }
    if (isInMemory(path)) {
      refuse(path, null);
      return null;
    }
    if (NativeFile.isAvailable()) {
      DeviceFile file = NativeFile.openDirect(path);
      if (file == null) {
        refuse(path, null);
      }
      return file;
    }
    FileChannel channel = open(path, StandardOpenOption.READ);
    return channel == null ? null : new ChannelFile(channel);
  }

  /** As {@link #openToRead(Path)}, to write to a file that exists. */
  FileChannel openToWrite(Path path) throws IOException {
    if (!isDirect()) {
      return null;
    }
    if (isInMemory(path)) {
      refuse(path, null);
      return null;
    }
    return open(path, StandardOpenOption.WRITE);
  }

  private FileChannel open(Path path, OpenOption access) throws IOException {
    try {
      return Permissions.open(path, Set.of(access, ExtendedOpenOption.DIRECT));
    } catch (UnsupportedOperationException e) {
      refuse(path, e);
    } catch (FileSystemException e) {
      if (!isRefusal(path, access, e)) {
        throw e;
      }
      refuse(path, e);
    }
    return null;
  }

  /**
   * Whether a file that could not be opened for direct I/O can be opened without it. The reason in
   * the exception is no help: its language is that of the process.
   */
  static boolean isRefusal(Path path, OpenOption access, FileSystemException failure) {
    if (failure instanceof AccessDeniedException || failure instanceof NoSuchFileException) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(path, access)) {
      return channel.isOpen();
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
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

  private void refuse(Path path, Exception cause) throws IOException {
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
  }
}
