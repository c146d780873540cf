// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests files that other clients write or append to, and whose blocks move between nodes. */
final class ChangingFilesTest {
  private static final int HALF = TestFiles.LENGTH / 2;

  private static TestCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws IOException {
    Configuration configuration = TestCluster.configuration();
    configuration.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    cluster = TestCluster.start(configuration);
    hdfs = cluster.mini().getFileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Path path(Storage storage) {
    return new Path(storage.root().toString(), "data");
  }

  @Test
  void readsFilesThatAreBeingWritten() throws IOException {
    byte[] bytes = TestFiles.bytes(TestFiles.LENGTH);
    byte[] half = Arrays.copyOf(bytes, HALF);
    try (Storage storage = cluster.open()) {
      ReadableFile early;
      try (FSDataOutputStream writer = hdfs.create(path(storage))) {
        writer.write(bytes, 0, HALF);
        writer.hflush();
        early = storage.openFile("data");
        assertThat(early.length()).isEqualTo(HALF);
        TestFiles.assertReads(storage, early, half, TestFiles.BLOCK_FILE);
        TestFiles.assertReads(storage, "data", half, TestFiles.BLOCK_FILE);
        writer.write(bytes, HALF, bytes.length - HALF);
        writer.hflush();
        TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
      }
      try (early) {
        // The name node has closed the file, and its block has moved.
        TestFiles.assertReads(storage, early, half, TestFiles.BLOCK_FILE);
      }
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void readsTheOldLengthOfAFileAfterAnAppend() throws IOException {
    byte[] bytes = TestFiles.bytes(TestFiles.LENGTH);
    byte[] half = Arrays.copyOf(bytes, HALF);
    try (Storage storage = cluster.open()) {
      try (FSDataOutputStream writer = hdfs.create(path(storage))) {
        writer.write(half);
      }
      TestFiles.assertReads(storage, "data", half, TestFiles.BLOCK_FILE);
      try (ReadableFile during = storage.openFile("data");
          ReadableFile after = storage.openFile("data")) {
        try (FSDataOutputStream writer = hdfs.append(path(storage))) {
          writer.write(bytes, HALF, bytes.length - HALF);
          writer.hflush();
          TestFiles.assertReads(storage, during, half, TestFiles.BLOCK_FILE);
        }
        TestFiles.assertReads(storage, during, half, TestFiles.BLOCK_FILE);
        TestFiles.assertReads(storage, after, half, TestFiles.BLOCK_FILE);
        try (ReadableFile now = storage.openFile("data")) {
          TestFiles.assertReads(storage, now, bytes, TestFiles.BLOCK_FILE);
        }
      }
    }
  }

  @Test
  void readsSnapshotsOfDeletedFiles() throws IOException {
    try (Storage storage = cluster.open()) {
      byte[] bytes = TestFiles.write(storage, "data");
      Path root = new Path(storage.root().toString());
      hdfs.allowSnapshot(root);
      hdfs.createSnapshot(root, "before");
      assertThat(storage.delete("data")).isTrue();

      TestFiles.assertReads(storage, ".snapshot/before/data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void readsOtherCopiesWhenSomeAreRemoved() throws Exception {
    try (Storage storage = cluster.open()) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
      try (ReadableFile opened = storage.openFile("data");
          ReadableFile unread = storage.openFile("data")) {
        TestFiles.assertReads(storage, opened, bytes, TestFiles.BLOCK_FILE);
        hdfs.setReplication(path(storage), (short) 1);
        awaitOneCopy(path(storage));

        TestFiles.assertReads(storage, opened, bytes, TestFiles.BLOCK_FILE);
        TestFiles.assertReads(storage, unread, bytes, TestFiles.BLOCK_FILE);
      }
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void followsBlocksThatMoveToAnotherNode() throws Exception {
    try (Storage storage = cluster.open(HadoopSettings.REPLICATION, "1")) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
      try (ReadableFile opened = storage.openFile("data");
          ReadableFile unread = storage.openFile("data")) {
        TestFiles.assertReads(storage, opened, bytes, TestFiles.BLOCK_FILE);
        move(path(storage));

        TestFiles.assertReads(storage, opened, bytes, TestFiles.BLOCK_FILE);
        TestFiles.assertReads(storage, unread, bytes, TestFiles.BLOCK_FILE);
      }
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  /** Moves each block to another node, as the balancer does. */
  private static void move(Path path) throws Exception {
    DatanodeInfo[] nodes = hdfs.getDataNodeStats();
    for (LocatedBlock block : DFSTestUtil.getAllBlocks(hdfs, path)) {
      DatanodeInfo from = block.getLocations()[0];
      DatanodeInfo to =
          Stream.of(nodes).filter(node -> !node.equals(from)).findFirst().orElseThrow();
      assertThat(DFSTestUtil.replaceBlock(block.getBlock(), from, from, to)).isTrue();
      await(path, now -> holders(now, block).equals(Set.of(to.getXferPort())));
    }
  }

  /** Waits until the name node lists a block on one node only, and no other node has its file. */
  private static void awaitOneCopy(Path path) throws Exception {
    for (LocatedBlock block : DFSTestUtil.getAllBlocks(hdfs, path)) {
      await(path, now -> holders(now, block).size() == 1);
    }
  }

  private static void await(Path path, Predicate<List<LocatedBlock>> isDone) throws Exception {
    GenericTestUtils.waitFor(
        () -> {
          try {
            return isDone.test(DFSTestUtil.getAllBlocks(hdfs, path));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        50,
        30_000);
  }

  /** The nodes that store a block, according to themselves or to the name node. */
  private static Set<Integer> holders(List<LocatedBlock> now, LocatedBlock block) {
    Set<Integer> ports = new HashSet<>();
    now.stream()
        .filter(other -> other.getBlock().equals(block.getBlock()))
        .flatMap(other -> Stream.of(other.getLocations()))
        .forEach(node -> ports.add(node.getXferPort()));
    cluster.mini().getDataNodes().stream()
        .filter(node -> node.getFSDataset().contains(block.getBlock()))
        .forEach(node -> ports.add(node.getXferAddress().getPort()));
    return ports;
  }
}
