// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.albis.hdfs.adapter.HdfsFile;
import io.albis.hdfs.adapter.HdfsFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * Where the blocks of files are, asked of the name node for all files of a directory at once when a
 * second one is opened there, and in its neighbours at once: a scan opens the files of a row group
 * one after the other, and then those of the next. What is known is used once and for a short time.
 * Thread-safe.
 */
final class BlockMaps {

  /** More would be asked for in a second request. */
  private static final int MAX_FILES = 1000;

  private static final int MAX_DIRECTORIES = 16;
  private static final Duration LIFETIME = Duration.ofSeconds(10);

  private final HadoopClient client;

  /** Directories in which files were opened lately. */
  private final Cache<Path, Directory> directories =
      Caffeine.newBuilder()
          .maximumSize(MAX_DIRECTORIES)
          .expireAfterWrite(LIFETIME)
          .executor(Runnable::run)
          .build();

  /** In which directory several files were last opened in one of its directories. */
  private Path listedIn;

  /** What is known of a directory. */
  private static final class Directory {

    /** The files that have not been opened since they were listed; null before. */
    private Map<String, HdfsFile> files;
  }

  BlockMaps(HadoopClient client) {
    this.client = client;
  }

  /** A file, if it is known; null if it must be opened to know it. */
  HdfsFile take(Path file) throws IOException {
    Path parent = file.getParent();
    if (parent == null || parent.getParent() == null) {
      return null;
    }
    Directory directory;
    synchronized (this) {
      directory = directories.getIfPresent(parent);
      if (directory == null) {
        directory = new Directory();
        directories.put(parent, directory);
        if (!parent.getParent().equals(listedIn)) {
          return null;
        }
      }
      listedIn = parent.getParent();
    }
    synchronized (directory) {
      if (directory.files == null) {
        directory.files = list(parent);
      }
      // A second time it may have changed.
      return directory.files.remove(file.getName());
    }
  }

  private Map<String, HdfsFile> list(Path directory) throws IOException {
    try {
      return HdfsFiles.list(
          client.fileSystem(), directory, MAX_FILES, client.user(), client.configuration());
    } catch (AccessControlException e) {
      // Whoever may not list a directory may still open files whose names he knows.
      return new HashMap<>();
    }
  }

  /** Forgets what is known of all files: something has been written or deleted. */
  void clear() {
    directories.invalidateAll();
  }
}
