// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests nodes that fail and blocks that are lost or corrupted: reads return the right rows, or an
 * error that names the fault.
 */
final class FaultsTest {
  private static final int ROWS = 200_000;

  private TestCluster cluster;
  private String path;
  private String uri;

  /** A fault that is injected into the file of a block, where the column that is read lies. */
  enum Damage {
    DELETED {
      @Override
      void to(File file) throws IOException {
        Files.delete(file.toPath());
      }
    },
    TRUNCATED {
      @Override
      void to(File file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
          open.setLength(file.length() / 4);
        }
      }
    },
    CORRUPTED {
      @Override
      void to(File file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
          open.seek(file.length() / 3);
          int was = open.read();
          open.seek(file.length() / 3);
          open.write(was ^ 0x40);
        }
      }
    };

    abstract void to(File file) throws IOException;
  }

  @BeforeEach
  void start() {
    cluster = TestCluster.start(TestCluster.configuration());
    path = "/" + UUID.randomUUID();
    uri = cluster.uri(path).toString();
  }

  /** After the nodes have stopped, an open descriptor of a block file is a leak. */
  @AfterEach
  void stopAndLookForDescriptors() throws IOException {
    cluster.close();
    String place = cluster.directory().toString();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(descriptors.map(FaultsTest::target))
          .filteredOn(file -> file.contains(place) && file.contains("/blk_"))
          .isEmpty();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      // Closed since the directory was read.
      return "";
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsAnotherCopyOfDamagedBlock(Damage damage) throws IOException {
    write();
    DistributedFileSystem fileSystem = cluster.mini().getFileSystem();
    ExtendedBlock block = block(fileSystem);
    for (int node = 0; node < TestCluster.DATA_NODES - 1; node++) {
      damage.to(cluster.mini().getBlockFile(node, block));
    }

    assertThat(sum()).isEqualTo(expectedSum());
  }

  @Test
  void reportsDamagedCopiesToTheNameNode() throws IOException {
    write();
    DistributedFileSystem fileSystem = cluster.mini().getFileSystem();
    ExtendedBlock block = block(fileSystem);
    byte[] sound = Files.readAllBytes(cluster.mini().getBlockFile(0, block).toPath());
    // The name node chooses the node to read from, so each time another copy is the intact one.
    for (int i = 0; i < 30 && locations(fileSystem) == TestCluster.DATA_NODES; i++) {
      for (int node = 0; node < TestCluster.DATA_NODES; node++) {
        File file = cluster.mini().getBlockFile(node, block);
        Files.write(file.toPath(), sound);
        if (node != i % TestCluster.DATA_NODES) {
          Damage.CORRUPTED.to(file);
        }
      }
      assertThat(sum()).isEqualTo(expectedSum());
    }

    assertThat(locations(fileSystem)).isLessThan(TestCluster.DATA_NODES);
  }

  private int locations(DistributedFileSystem fileSystem) throws IOException {
    return fileSystem
        .getClient()
        .getLocatedBlocks(file(fileSystem), 0)
        .get(0)
        .getLocations()
        .length;
  }

  @ParameterizedTest
  @EnumSource
  void namesTheBlockWithoutAnIntactCopy(Damage damage) throws IOException {
    write();
    DistributedFileSystem fileSystem = cluster.mini().getFileSystem();
    ExtendedBlock block = block(fileSystem);
    for (int node = 0; node < TestCluster.DATA_NODES; node++) {
      damage.to(cluster.mini().getBlockFile(node, block));
    }

    assertThatThrownBy(this::sum)
        .isInstanceOf(AlbisException.class)
        .hasMessageContaining(file(fileSystem))
        .hasMessageContaining(block.getBlockName())
        .hasMessageContaining("127.0.0.1:");
  }

  @Test
  void keepsReadingWhileNodesFailAndReturn() throws Exception {
    write();
    List<DataNodeProperties> stopped = new ArrayList<>();
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().select("value").rows()) {
      long sum = 0;
      for (int i = 0; rows.next(); i++) {
        sum += rows.row().getLong(0);
        if (i == 1000) {
          stopped.add(cluster.mini().stopDataNode(0));
          stopped.add(cluster.mini().stopDataNode(0));
        }
      }
      assertThat(sum).isEqualTo(expectedSum());
    }
    assertThat(sum()).isEqualTo(expectedSum());
    for (DataNodeProperties node : stopped) {
      cluster.mini().restartDataNode(node);
    }
    cluster.mini().waitActive();
    assertThat(sum()).isEqualTo(expectedSum());
  }

  @Test
  void keepsReadingAcrossARestartOfTheNameNode() throws Exception {
    write();
    try (Table table = Table.open(uri)) {
      cluster.mini().restartNameNode(true);
      try (RowCursor rows = table.scan().select("value").rows()) {
        long sum = 0;
        while (rows.next()) {
          sum += rows.row().getLong(0);
        }
        assertThat(sum).isEqualTo(expectedSum());
      }
    }
  }

  @Test
  void keepsWritingWhileANodeFails() throws IOException {
    try (TableWriter writer = TableWriter.create(uri, schema()).rowGroupSize(4 << 20).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          row(rows, i);
          if (i == ROWS / 2) {
            cluster.mini().stopDataNode(1);
          }
        }
      }
      writer.commit();
    }

    assertThat(sum()).isEqualTo(expectedSum());
  }

  @Test
  void failedWriteDoesNotChangeTheTable() throws IOException {
    write();
    assertThatThrownBy(
            () -> {
              try (TableWriter writer = TableWriter.append(uri).rowGroupSize(4 << 20).open()) {
                try (RowWriter rows = writer.newRowWriter()) {
                  for (int i = 0; i < ROWS; i++) {
                    row(rows, i);
                    if (i == ROWS / 2) {
                      // A quota of the name node leaves no space for another byte.
                      cluster
                          .mini()
                          .getFileSystem()
                          .setQuota(new org.apache.hadoop.fs.Path(uri), Long.MAX_VALUE - 1, 1);
                    }
                  }
                }
                writer.commit();
              }
            })
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining(path)
        .hasMessageContaining("quota");

    assertThat(sum()).isEqualTo(expectedSum());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void killedWriterDoesNotChangeTheTable(boolean exists) throws Exception {
    if (exists) {
      write();
    }
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                uri,
                String.valueOf(exists))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(writer.inputReader().readLine()).isEqualTo("writing");
    writer.destroyForcibly().waitFor();

    if (exists) {
      assertThat(sum()).isEqualTo(expectedSum());
    } else {
      assertThatThrownBy(this::sum).isInstanceOf(TableNotFoundException.class);
    }
    // Files on which the killed writer still holds a lease do not block others.
    try (TableWriter next =
        exists ? TableWriter.append(uri).open() : TableWriter.create(uri, schema()).open()) {
      try (RowWriter rows = next.newRowWriter()) {
        row(rows, 7);
      }
      next.commit();
    }
    try (Table table = Table.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(exists ? ROWS + 1 : 1);
    }
  }

  @Test
  void reportsDamagedMetadataIfAllCopiesAreDamaged() throws IOException {
    write();
    DistributedFileSystem fileSystem = cluster.mini().getFileSystem();
    String snapshot = path + "/_albis/snapshots/00000000000000000/snapshot-00000000000000000001";
    ExtendedBlock block = fileSystem.getClient().getLocatedBlocks(snapshot, 0).get(0).getBlock();
    Damage.CORRUPTED.to(cluster.mini().getBlockFile(0, block));
    Damage.CORRUPTED.to(cluster.mini().getBlockFile(1, block));
    assertThat(sum()).isEqualTo(expectedSum());

    File last = cluster.mini().getBlockFile(2, block);
    Damage.CORRUPTED.to(last);
    assertThatThrownBy(this::sum)
        .isInstanceOfAny(AlbisIOException.class, CorruptFileException.class)
        .hasMessageContaining("snapshot-00000000000000000001");
  }

  static Schema schema() {
    return Schema.of(Field.required("value", Type.int64()), Field.nullable("name", Type.string()));
  }

  static void row(RowWriter rows, int i) {
    rows.setLong(0, 31L * i);
    rows.setString(1, "row " + i);
    rows.endRow();
  }

  /** Writes the table, and waits until the name node knows of all copies. */
  private void write() throws IOException {
    try (TableWriter writer = TableWriter.create(uri, schema()).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          row(rows, i);
        }
      }
      writer.commit();
    }
    DistributedFileSystem fileSystem = cluster.mini().getFileSystem();
    try {
      DFSTestUtil.waitReplication(
          fileSystem,
          new org.apache.hadoop.fs.Path(file(fileSystem)),
          (short) TestCluster.DATA_NODES);
    } catch (InterruptedException | TimeoutException e) {
      throw new IOException("Failed to wait for all copies of " + uri, e);
    }
  }

  private static long expectedSum() {
    return 31L * ROWS * (ROWS - 1) / 2;
  }

  private long sum() {
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().select("value").rows()) {
      long sum = 0;
      while (rows.next()) {
        sum += rows.row().getLong(0);
      }
      return sum;
    }
  }

  /** The only data file of the table. Its first third is the column that {@link #sum} reads. */
  private String file(DistributedFileSystem fileSystem) throws IOException {
    FileStatus[] files = fileSystem.listStatus(new org.apache.hadoop.fs.Path(path, "data"));
    assertThat(files).hasSize(1);
    return files[0].getPath().toUri().getPath();
  }

  private ExtendedBlock block(DistributedFileSystem fileSystem) throws IOException {
    return fileSystem.getClient().getLocatedBlocks(file(fileSystem), 0).get(0).getBlock();
  }
}
