// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a data node whose only disk, a small one, is full. */
final class FullDiskTest {
  private static final int ROWS = 20_000;

  /** Of 30 to 40 bytes each: more than the disk can store. */
  private static final int TOO_MANY_ROWS = 2_000_000;

  @TempDir private Path directory;
  private Path disk;
  private TestCluster cluster;
  private String uri;

  @BeforeEach
  void start() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString()),
        "mounting a small file system is not permitted here");
    Configuration configuration = TestCluster.configuration();
    configuration.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    configuration.set(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, disk.toUri().toString());
    configuration.setLong(DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY, 0);
    // When the disk is full, the data node leaks the descriptor of one of its own files.
    configuration.setLong("dfs.block.scanner.volume.bytes.per.second", 0);
    cluster =
        TestCluster.start(
            configuration, builder -> builder.numDataNodes(1).manageDataDfsDirs(false));
    uri = cluster.uri("/full/t").toString();
    write(TableWriter.create(uri, FaultsTest.schema()), ROWS);
  }

  @AfterEach
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
      // An open file of a block would keep the file system busy.
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private static void write(TableWriter.Builder builder, int count) {
    try (TableWriter writer =
        builder.rowGroupSize(4 << 20).option(HadoopSettings.BLOCK_SIZE, "1048576").open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < count; i++) {
          FaultsTest.row(rows, i);
        }
      }
      writer.commit();
    }
  }

  private void assertTableUnchanged() {
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().rows()) {
      long count = 0;
      long sum = 0;
      while (rows.next()) {
        count++;
        sum += rows.row().getLong(0);
      }
      assertThat(count).isEqualTo(ROWS);
      assertThat(sum).isEqualTo(31L * ROWS * (ROWS - 1) / 2);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void tableThatIsTooLarge() throws IOException {
    long before = files();
    assertThatThrownBy(() -> write(TableWriter.append(uri), TOO_MANY_ROWS))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("data/")
        .hasMessageContaining("/full/t")
        .message()
        // Either the name node finds no node for another block, or the node finds no space on its
        // disk.
        .containsAnyOf("could only be written to 0 of the 1 minReplication nodes", "127.0.0.1:");

    assertTableUnchanged();
    assertThat(files()).isEqualTo(before);
  }

  /** Another program fills the disk while a block is being written. */
  @Test
  void diskFilledByAnotherProgram() throws IOException {
    long before = files();
    assertThatThrownBy(
            () -> {
              try (TableWriter writer =
                  TableWriter.append(uri).rowGroupSize(64 << 10).segmentSize(4096).open()) {
                try (RowWriter rows = writer.newRowWriter()) {
                  for (int i = 0; i < TOO_MANY_ROWS; i++) {
                    FaultsTest.row(rows, i);
                    if (i == 1000) {
                      fill();
                    }
                  }
                }
                writer.commit();
              }
            })
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("data/")
        .hasMessageContaining("/full/t");

    assertTableUnchanged();
    assertThat(files()).isEqualTo(before);
    Files.delete(neighbour());
    // Report the free space to the name node.
    cluster.mini().triggerHeartbeats();
    write(TableWriter.append(uri), ROWS);
    try (Table table = Table.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(2 * ROWS);
    }
  }

  private Path neighbour() {
    return disk.resolve("neighbour");
  }

  private void fill() throws IOException {
    byte[] zeros = new byte[64 << 10];
    try (OutputStream out = Files.newOutputStream(neighbour())) {
      while (true) {
        out.write(zeros);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left on device");
    }
  }

  /** Files of the table, according to the name node. */
  private long files() throws IOException {
    return cluster
        .mini()
        .getFileSystem()
        .getContentSummary(new org.apache.hadoop.fs.Path(uri))
        .getFileCount();
  }
}
