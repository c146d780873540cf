// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.hdfs.HdfsCluster;
import io.albis.bench.layouts.StorageCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A cluster on this machine that starts when it is first needed. For one thread. */
final class LocalCluster implements AutoCloseable {

  private final Path parent;

  /** Null before the first use. */
  private Path directory;

  /** Null before the first use. */
  private HdfsCluster cluster;

  /** Names the directory in which the cluster gets one of its own. */
  LocalCluster(Path parent) {
    this.parent = parent;
  }

  /**
   * Returns the file system of the cluster.
   *
   * @param isLocal whether block files are read without the data node
   */
  StorageCase storage(boolean isLocal) throws IOException {
    if (cluster == null) {
      directory = Files.createTempDirectory(parent, "hdfs");
      cluster = HdfsCluster.start(directory);
    }
    return StorageCase.hdfs(cluster.uri(), cluster.settings(), isLocal);
  }

  /** Drops all blocks from the page cache. */
  void dropBlocks() throws IOException {
    List<Path> blocks;
    try (Stream<Path> files = Files.walk(directory)) {
      blocks = files.filter(file -> file.getFileName().toString().matches("blk_[0-9]+")).toList();
    }
    CachedFiles.drop(blocks);
  }

  @Override
  public void close() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    if (directory != null) {
      TemporaryFiles.delete(directory);
    }
  }
}
