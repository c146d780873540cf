// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table of one row to which tests append rows and columns. */
final class GrowingTable {

  static final Schema SCHEMA =
      Schema.of(
          Field.required("a", Type.int32()),
          Field.nullable("s", Type.parse("struct<x: int64, y: double>")));

  /** The next unused id of the table: its fields have the ids 1 to 4. */
  static final int NEXT_ID = 5;

  static final Field NOTE = Field.nullable("note", Type.string());

  private final String uri;

  GrowingTable(Path directory) {
    this.uri = TestRoot.uri(directory);
    append(TableWriter.create(uri, SCHEMA), 1);
  }

  String uri() {
    return uri;
  }

  static CommitResult append(TableWriter.Builder builder, int a) {
    try (TableWriter writer = builder.open()) {
      writeRow(writer, a);
      return writer.commit();
    }
  }

  /** Writes a row whose added columns have the values 10 and "n"; those of other types are null. */
  static void writeRow(TableWriter writer, int a) {
    try (RowWriter rows = writer.newRowWriter()) {
      rows.setInt(0, a);
      List<Field> fields = writer.schema().fields();
      for (int i = 2; i < fields.size(); i++) {
        Type type = fields.get(i).type();
        if (type.equals(Type.string())) {
          rows.setString(i, "n");
        } else if (type.equals(Type.int64())) {
          rows.setLong(i, 10);
        }
      }
      rows.endRow();
    }
  }

  Snapshot latest() {
    try (Storage storage = Storage.open(uri, Map.of())) {
      return new TableSnapshots(storage).require().snapshot();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  List<String> files() throws IOException {
    return new ArrayList<>(new StoredFiles(uri).list());
  }

  StoredTable stored() throws IOException {
    return StoredTable.read(uri);
  }
}
