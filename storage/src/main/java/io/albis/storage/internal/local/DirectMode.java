// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import com.sun.nio.file.ExtendedOpenOption;
import io.albis.storage.internal.backend.InvalidSettingException;
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

/** Opens files for direct I/O, past the page cache, according to the option {@code io.direct}. */
final class DirectMode {

  private static final Logger LOG = LoggerFactory.getLogger(DirectMode.class);

  static final String OPTION = "io.direct";

  private enum Setting {
    AUTO,
    ALWAYS,
    NEVER
  }

  /** File systems in memory. Linux accepts direct I/O on them but copies anyway. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  /** File systems without direct I/O that have been logged. */
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
    throw new InvalidSettingException(
        "Invalid option " + OPTION + ": " + text + " (expected auto, always or never)");
  }

  /** Whether files are opened for direct I/O, as far as known. */
  boolean isDirect() {
    return setting != Setting.NEVER && !refused.get();
  }

  /**
   * Opens a file to read past the page cache.
   *
   * @return null if the option is {@code never} or the file system does not support direct I/O
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

  /** Opens an existing file to write past the page cache; see {@link #openToRead(Path)}. */
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
   * Whether a failure to open a file for direct I/O means that the file system does not support it:
   * the file can then be opened without. The reason in the exception cannot tell, since it is in
   * the language of the locale.
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

  /**
   * Whether the file system is in memory. Checked once, since it costs more than opening a file.
   */
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
              + " for direct I/O: the file system does not support it (set "
              + OPTION
              + " to auto to use the page cache there)",
          cause);
    }
    refused.set(true);
    FileStore store = Files.getFileStore(path);
    if (REPORTED.add(store.toString())) {
      LOG.info(
          "The file system {} of {} does not support direct I/O; using the page cache",
          store,
          root);
    }
  }
}
