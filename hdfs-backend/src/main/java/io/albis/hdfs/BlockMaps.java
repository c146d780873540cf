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
 * A cache of block locations. When a second file of a directory is opened, the name node is asked
 * for all files of the directory in one request; in sibling directories this happens with the first
 * file. A scan benefits since it opens one data file of a table after the other. Entries are used
 * once, and for a short time. Thread-safe.
 */
final class BlockMaps {

  /** The number of files that name nodes list in one request by default. */
  private static final int MAX_FILES = 1000;

  private static final int MAX_DIRECTORIES = 16;
  private static final Duration LIFETIME = Duration.ofSeconds(10);

  private final HadoopClient client;

  /** Directories in which files were opened recently. */
  private final Cache<Path, Directory> directories =
      Caffeine.newBuilder()
          .maximumSize(MAX_DIRECTORIES)
          .expireAfterWrite(LIFETIME)
          .executor(Runnable::run)
          .build();

  /** The parent of the last directory in which several files were opened. */
  private Path listedIn;

  /** The cached files of a directory. */
  private static final class Directory {

    /** The files that have not been opened since the directory was listed; null before that. */
    private Map<String, HdfsFile> files;
  }

  BlockMaps(HadoopClient client) {
    this.client = client;
  }

  /** Removes and returns a file; null if it is not cached. */
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
      // Used once, since the file may be replaced later.
      return directory.files.remove(file.getName());
    }
  }

  private Map<String, HdfsFile> list(Path directory) throws IOException {
    try {
      return HdfsFiles.list(
          client.fileSystem(), directory, MAX_FILES, client.user(), client.configuration());
    } catch (AccessControlException e) {
      // Files can be opened by name without permission to list their directory.
      return new HashMap<>();
    }
  }

  /** Clears the cache after files were written or deleted. */
  void clear() {
    directories.invalidateAll();
  }
}
