// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnSummary;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests fields with a default that were added to nullable structs. The writer does not support
 * adding fields to structs, but the format does.
 */
class StructDefaultsTest {

  private static final int ROWS = 1000;
  private static final int DEFAULT = 7;

  @TempDir private Path directory;

  private static Field outer(Field... inInner) {
    return Field.nullable("outer", Type.struct(List.of(inner(inInner))));
  }

  private static Field inner(Field... fields) {
    return Field.nullable("inner", Type.struct(List.of(fields)));
  }

  /** Every third outer struct and every fifth inner struct is null. */
  private String write(String groups) {
    String uri = TestRoot.uri(directory.resolve(groups));
    Schema schema =
        Schema.of(Field.required("id", Type.int32()), outer(Field.nullable("a", Type.int32())));
    try (TableWriter writer =
        TableWriter.create(uri, schema).columnGroups(ColumnGroupSpec.parse(groups)).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setInt(0, i);
          ValueWriter outer = rows.value(1);
          if (i % 3 == 0) {
            outer.setNull();
          } else {
            outer.beginStruct();
            ValueWriter inner = outer.field(0);
            if (i % 5 == 0) {
              inner.setNull();
            } else {
              inner.beginStruct();
              inner.field(0).setInt(i);
            }
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    return uri;
  }

  /** Publishes a snapshot whose inner struct has a field that no file has. */
  private static void addField(String uri) throws IOException {
    StoredFiles files = new StoredFiles(uri);
    String last = TablePaths.snapshot(1);
    Snapshot old = SnapshotFile.decode(FileEnd.whole(last, files.read(last)), 1).snapshot();
    Field outer = old.schema().field(1);
    Field inner = outer.type().children().get(0);
    int id = old.nextId();
    Field added = Field.required("b", Type.int32()).withInitialDefault(DEFAULT).withId(id);
    Field newInner = inner.withType(Type.struct(List.of(inner.type().children().get(0), added)));
    Schema schema =
        Schema.of(old.schema().field(0), outer.withType(Type.struct(List.of(newInner))));
    Snapshot changed = old.toBuilder().id(2).parentId(1).schema(schema).nextId(id + 1).build();
    files.write(TablePaths.snapshot(2), SnapshotFile.encode(changed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void statisticsMatchTheRows(String groups) throws IOException {
    String uri = write(groups);
    addField(uri);
    try (Table table = TestTables.open(uri)) {
      Leaf added = table.schema().leaves().get(table.schema().leaves().size() - 1);
      assertThat(added.path()).isEqualTo("outer.inner.b");
      long nulls = 0;
      try (RowCursor rows = table.scan().select("outer.inner.b").rows()) {
        while (rows.next()) {
          RowView inner = rows.row().getStruct(0).getStruct(0);
          nulls += inner.isNullAt(0) ? 1 : 0;
          assertThat(inner.isNullAt(0) || inner.getInt(0) == DEFAULT).isTrue();
        }
      }
      long absent = 0;
      for (int i = 0; i < ROWS; i++) {
        absent += i % 3 == 0 || i % 5 == 0 ? 1 : 0;
      }
      assertThat(nulls).isEqualTo(absent);
      ColumnSummary summary =
          table.columnStatistics().stream()
              .filter(one -> one.path().equals(added.path()))
              .findFirst()
              .orElseThrow();
      assertThat(summary.nullCount()).isEqualTo(nulls);
      assertThat(summary.valueBytes()).isEqualTo((ROWS - nulls) * Integer.BYTES);
      assertThat(summary.min()).contains(DEFAULT);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
