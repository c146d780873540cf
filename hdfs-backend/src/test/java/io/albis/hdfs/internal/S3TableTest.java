// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.TableExistsException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.Verification;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests tables in an object store. */
final class S3TableTest {
  private static final Schema SCHEMA =
      Schema.of(Field.required("value", Type.int64()), Field.nullable("name", Type.string()));

  @RegisterExtension static final S3Server server = new S3Server();

  private String uri;

  @BeforeEach
  void nameTable() {
    uri = server.directory().toString();
  }

  @Test
  void readsWrittenAndAppendedRows() {
    write(create(), 0, 100_000);
    write(append(), 100_000, 150_000);

    assertHolds(150_000);
    try (Table table = open()) {
      assertThat(table.snapshots()).hasSize(2);
      Verification verification = table.verify(bytes -> {});
      assertThat(verification.problems()).isEmpty();
      assertThat(verification.segments()).isGreaterThan(4);
      assertThat(table.metrics().bytesByReadPath()).containsOnlyKeys(TestFiles.CLIENT);
    }
  }

  @Test
  void replacesTable() {
    write(create(), 0, 1000);
    write(overwrite(), 0, 10);

    assertHolds(10);
    assertThatThrownBy(() -> create().open()).isInstanceOf(TableExistsException.class);
  }

  /** An empty directory may stay, which other writers may be using. */
  @Test
  void abortedWriteLeavesNoFiles() throws IOException {
    try (TableWriter writer = create().open()) {
      add(writer, 0, 100_000);
    }

    try (Storage storage = Storage.open(URI.create(uri), server.options())) {
      assertThat(storage.exists("")).isTrue();
      assertThat(storage.list("")).extracting(FileInfo::name).containsExactly("data");
      assertThat(storage.list("data")).isEmpty();
    }
    assertThatThrownBy(this::open).isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void concurrentAppendsAllSucceed() throws Exception {
    write(create(), 0, 1);
    int writers = 6;
    CyclicBarrier barrier = new CyclicBarrier(writers);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 1; i <= writers; i++) {
      int row = i;
      tasks.add(
          () -> {
            try (TableWriter writer = append().open()) {
              add(writer, row, row + 1);
              barrier.await();
              writer.commit();
            }
            return null;
          });
    }
    ExecutorService executor = Executors.newFixedThreadPool(writers);
    try {
      for (Future<Void> future : executor.invokeAll(tasks)) {
        future.get();
      }
    } finally {
      executor.shutdownNow();
    }

    assertHolds(writers + 1);
    try (Table table = open()) {
      assertThat(table.snapshots()).hasSize(writers + 1);
    }
  }

  @Test
  void onlyOneOfTwoConcurrentReplacesSucceeds() {
    write(create(), 0, 1);
    try (TableWriter one = overwrite().open();
        TableWriter other = overwrite().open()) {
      add(one, 0, 100);
      add(other, 0, 200);
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(CommitConflictException.class);
    }

    assertHolds(100);
  }

  @Test
  void commitsOnceIfTheResponseIsLost() {
    write(create(), 0, 100);
    try (TableWriter writer = append().open()) {
      add(writer, 100, 200);
      server.failOnce(S3Server.Fault.LOST_ANSWER);
      writer.commit();
    }

    assertThat(server.hasFailed()).isTrue();
    assertHolds(200);
    try (Table table = open()) {
      assertThat(table.snapshots()).hasSize(2);
    }
  }

  private TableWriter.Builder create() {
    return with(TableWriter.create(uri, SCHEMA));
  }

  private TableWriter.Builder append() {
    return with(TableWriter.append(uri));
  }

  private TableWriter.Builder overwrite() {
    return with(TableWriter.overwrite(uri));
  }

  private static TableWriter.Builder with(TableWriter.Builder builder) {
    server.options().forEach(builder::option);
    return builder.rowGroupSize(256 << 10).segmentSize(32 << 10);
  }

  private Table open() {
    return Table.open(uri, ReadOptions.defaults().options(server.options()));
  }

  private static void write(TableWriter.Builder builder, int from, int to) {
    try (TableWriter writer = builder.open()) {
      add(writer, from, to);
      writer.commit();
    }
  }

  private static void add(TableWriter writer, int from, int to) {
    try (RowWriter rows = writer.newRowWriter()) {
      for (int i = from; i < to; i++) {
        rows.setLong(0, i);
        if (i % 3 != 0) {
          rows.setString(1, "row " + i);
        }
        rows.endRow();
      }
    }
  }

  /** Expects each row from 0 to the limit once, in any order. */
  private void assertHolds(int count) {
    BitSet seen = new BitSet();
    try (Table table = open();
        RowCursor rows = table.scan().rows()) {
      assertThat(table.rowCount()).isEqualTo(count);
      while (rows.next()) {
        int i = (int) rows.row().getLong(0);
        assertThat(seen.get(i)).as("row %d before", i).isFalse();
        seen.set(i);
        String name = rows.row().isNullAt(1) ? null : rows.row().getString(1);
        assertThat(name).isEqualTo(i % 3 == 0 ? null : "row " + i);
      }
    }
    assertThat(seen.nextClearBit(0)).isEqualTo(count);
    assertThat(seen.length()).isEqualTo(count);
  }
}
