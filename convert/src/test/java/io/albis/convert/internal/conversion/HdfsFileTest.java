// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.reader.AlbisFile;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on a cluster appear when they are verified. */
final class HdfsFileTest {

  @TempDir private static java.nio.file.Path local;

  private static MiniDFSCluster cluster;
  private static FileSystem files;

  @BeforeAll
  static void start() throws IOException {
    FileSystem.closeAll();
    Configuration configuration = new Configuration();
    configuration.setInt("dfs.replication", 1);
    cluster =
        new MiniDFSCluster.Builder(configuration, local.resolve("cluster").toFile())
            .numDataNodes(1)
            .build();
    cluster.waitActive();
    files = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.shutdown(true);
    FileSystem.closeAll();
  }

  private static List<String> names(String directory) throws IOException {
    return Arrays.stream(files.listStatus(new Path(directory)))
        .map(FileStatus::getPath)
        .map(Path::getName)
        .toList();
  }

  private static long convert(InputSource source, String path) throws IOException {
    TableConversion.Settings settings =
        new TableConversion.Settings(
            TableConversion.Mode.CREATE,
            ColumnGroupSpec.parse("single"),
            8 << 20,
            0,
            false,
            64 << 20,
            1,
            Ordering.NONE,
            true,
            Map.of("hdfs.replication", "1"),
            ProgressListener.NONE);
    return TableConversion.toFile(InputSet.of(source), uri(path), settings).verifiedRows();
  }

  private static String uri(String path) {
    return cluster.getURI().resolve(path).toString();
  }

  /** Does something when rows are read again, as verification does. */
  private abstract static class Verified extends NumberSource {
    private boolean isRead;

    Verified() {
      super(2, 1, 100);
    }

    abstract void startVerification() throws IOException;

    @Override
    public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
        throws IOException {
      if (isRead) {
        startVerification();
      }
      isRead = !isRead;
      super.readColumns(part, schema, batches, written);
    }
  }

  @Test
  void aFileAppearsWhenItIsVerified() throws IOException {
    Verified source =
        new Verified() {
          @Override
          void startVerification() throws IOException {
            assertThat(names("/good")).singleElement().asString().startsWith(".albis-tmp-");
          }
        };
    assertThat(convert(source, "/good/f.albis")).isEqualTo(100);
    assertThat(names("/good")).containsExactly("f.albis");
    try (AlbisFile opened = AlbisFile.open(uri("/good/f.albis"))) {
      assertThat(opened.rowCount()).isEqualTo(100);
    }
    assertThatThrownBy(() -> convert(source, "/good/f.albis")).hasMessageContaining("it exists");
    assertThat(names("/good")).containsExactly("f.albis");
  }

  @Test
  void failedVerificationLeavesNothing() throws IOException {
    files.create(new Path("/bad/other")).close();
    for (String path : List.of("/bad/f.albis", "/new/directory/f.albis")) {
      InputSource source =
          new NumberSource(2, 1, 100) {
            private int readings;

            @Override
            public void readColumns(
                Part part, Schema schema, BatchWriter batches, IntConsumer written)
                throws IOException {
              if (readings++ == 0) {
                super.readColumns(part, schema, batches, written);
                return;
              }
              batches.column(0).setLongs(new long[] {-1});
              batches.column(1).setLongs(new long[] {-1});
              batches.endBatch(1);
            }
          };
      assertThatThrownBy(() -> convert(source, path))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("column c0: expected -1, found 0");
    }
    assertThat(names("/bad")).containsExactly("other");
    assertThat(files.exists(new Path("/new/directory"))).isFalse();
  }

  @Test
  void aFileThatAppearsMeanwhileIsKept() throws IOException {
    Path other = new Path("/taken/f.albis");
    Verified source =
        new Verified() {
          @Override
          void startVerification() throws IOException {
            try (var out = files.create(other)) {
              out.write("other".getBytes(UTF_8));
            }
          }
        };
    assertThatThrownBy(() -> convert(source, "/taken/f.albis"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("it exists");
    assertThat(names("/taken")).containsExactly("f.albis");
    try (var in = files.open(other)) {
      assertThat(in.readAllBytes()).isEqualTo("other".getBytes(UTF_8));
    }
  }
}
