// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often the name node is asked, which does not depend on the number of data files. */
final class NameNodeCallsTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  /** The directories, the snapshot and the manifest. */
  private static final long MOST_TO_OPEN = 12;

  @TempDir Path directory;

  private String write(int files) {
    String uri = TestRoot.uri(directory.resolve("files-" + files));
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      for (int i = 0; i < files; i++) {
        try (RowWriter rows = writer.newRowWriter(i)) {
          rows.setLong(0, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
    return uri;
  }

  /** The calls to open a table, and to scan it. */
  private record Calls(long open, long scan) {}

  private static Calls count(String uri, int rows) throws IOException {
    CrailClient client = CrailClient.acquire(URI.create(uri), CrailSettings.of(Map.of()));
    try {
      long before = client.nameNode().calls();
      long opened;
      try (Table table = Table.open(uri)) {
        opened = client.nameNode().calls();
        int found = 0;
        try (RowCursor cursor = table.scan().rows()) {
          while (cursor.next()) {
            found++;
          }
        }
        assertThat(found).isEqualTo(rows);
      }
      return new Calls(opened - before, client.nameNode().calls() - opened);
    } finally {
      client.release();
    }
  }

  @Test
  void openingDoesNotAskForEachFile() throws Exception {
    Calls few = count(write(3), 3);
    Calls many = count(write(60), 60);

    assertThat(many.open()).isEqualTo(few.open()).isBetween(1L, MOST_TO_OPEN);
    // A scan looks each of its files up once; the first block comes with the answer.
    assertThat(many.scan() - few.scan()).isEqualTo(57);
  }

  @Test
  void laterSnapshotsCostOneCallEach() throws Exception {
    String uri = write(1);
    Calls first = count(uri, 1);
    for (int i = 1; i <= 5; i++) {
      try (TableWriter writer = TableWriter.append(uri).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          rows.setLong(0, i);
          rows.endRow();
        }
        writer.commit();
      }
    }
    Calls last = count(uri, 6);
    // The names of the snapshots in the last directory, of a thousand at most, are looked up.
    assertThat(last.open() - first.open()).isLessThanOrEqualTo(5);
  }
}
