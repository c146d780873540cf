// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Tables for tests, with values that follow from their row numbers. */
public final class TestTables {

  /** An id, a nullable price and name, and a struct and a list. */
  public static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("price", Type.float64()),
          Field.nullable("name", Type.string()),
          Field.nullable(
              "place",
              Type.struct(
                  Field.nullable("x", Type.int32()),
                  Field.nullable("y", Type.int32()),
                  Field.nullable("note.text", Type.string()))),
          Field.nullable("tags", Type.parse("list<struct<k: string, n: int32>>")));

  /** A required key and id, and a nullable value. */
  public static final Schema KEYED =
      Schema.of(
          Field.required("key", Type.int32()),
          Field.required("id", Type.int64()),
          Field.nullable("value", Type.string()));

  private TestTables() {}

  /** Creates the temporary view {@code t} of a table that is read with options. */
  static void view(SparkSession spark, String uri, Map<String, String> options) {
    spark.read().format("albis").options(options).load(uri).createOrReplaceTempView("t");
  }

  /** Writes a table of ids from 0 on with the keys 0 to 7, in partitions. */
  public static String keyed(Path directory, Partitioning partitioning, int rows) {
    String uri = directory.toString();
    try (TableWriter writer = TableWriter.create(uri, KEYED).partitionBy(partitioning).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < rows; i++) {
          out.setInt(0, i % 8);
          out.setLong(1, i);
          out.setString(2, directory.getFileName().toString() + i);
          out.endRow();
        }
      }
      writer.commit();
    }
    return uri;
  }

  /** Writes a table with rows of the ids from a first one on, in one row group for each call. */
  public static String append(Path directory, long firstId, int rows) {
    String uri = directory.toString();
    boolean exists = Files.exists(directory);
    write(exists ? TableWriter.append(uri) : TableWriter.create(uri, SCHEMA), firstId, rows);
    return uri;
  }

  /** Writes a table with rows of the ids from a first one on, in one row group. */
  public static void write(TableWriter.Builder builder, long firstId, int rows) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter out = writer.newRowWriter()) {
        write(out, firstId, rows);
      }
      writer.commit();
    }
  }

  /** Writes a file with the same rows as {@link #append}. */
  public static String file(Path path, long firstId, int rows) {
    try (AlbisFileWriter writer = AlbisFileWriter.create(path.toString(), SCHEMA).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        write(out, firstId, rows);
      }
      writer.finish();
    }
    return path.toString();
  }

  /** Price: half of the id, null for each tenth. Name: null for each seventh. */
  static void write(RowWriter rows, long firstId, int count) {
    ValueWriter place = rows.value(3);
    ValueWriter tags = rows.value(4);
    for (long id = firstId; id < firstId + count; id++) {
      rows.setLong(0, id);
      if (id % 10 != 0) {
        rows.setDouble(1, id / 2.0);
      }
      if (id % 7 != 0) {
        rows.setString(2, "name " + id);
      }
      if (id % 5 != 0) {
        place.beginStruct();
        place.field(0).setInt((int) id);
        if (id % 3 != 0) {
          place.field(1).setInt((int) -id);
        }
        place.field(2).setString("note " + id);
        place.endStruct();
      }
      tags.beginList();
      for (int i = 0; i < id % 3; i++) {
        ValueWriter tag = tags.element();
        tag.beginStruct();
        tag.field(0).setString("k" + i);
        tag.field(1).setInt((int) id + i);
        tag.endStruct();
      }
      tags.endList();
      rows.endRow();
    }
  }
}
