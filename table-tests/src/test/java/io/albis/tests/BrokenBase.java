// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.GoldenTables.row;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The valid tables that are broken. They are small, because there is one copy for each error. */
enum BrokenBase {

  /** Columns of one group each: 1 is a required int64, 2 a nullable string. */
  TABLE,

  /** As {@link #TABLE}, in two snapshots. */
  TWO_SNAPSHOTS,

  /**
   * A file with the columns 1 {@code id}, 2 {@code name}, 3 {@code list} (element 4), 5 {@code
   * time}, 6 {@code amount}, 7 {@code ratio}, and the column group {@link #ROWS} of 8 {@code a}, 9
   * {@code t}, and the struct 10 {@code p} with 11 {@code q}.
   */
  FILE;

  static final int ROWS = 12;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("list", Type.parse("list<int16>")),
          Field.nullable("time", Type.parse("time(micros)")),
          Field.nullable("amount", Type.decimal(5, 2)),
          Field.nullable("ratio", Type.float64()),
          Field.nullable("a", Type.int64()),
          Field.nullable("t", Type.string()),
          Field.nullable("p", Type.parse("struct<q: boolean required>")));

  private static final List<List<Object>> ROWS_OF_FILE =
      List.of(
          row(1, "one", row((short) 1, null), 1L, new BigDecimal("1.25"), 0.5, 10L, "x", row(true)),
          row(2, null, null, null, null, null, null, null, null),
          row(
              3,
              "three",
              row(),
              86_399_999_999L,
              new BigDecimal("-999.99"),
              -0.0,
              -1L,
              "",
              row(false)),
          row(
              4,
              "äö",
              row((short) 4),
              0L,
              new BigDecimal("2.50"),
              Double.NaN,
              40L,
              "yz",
              row(true)));

  private GoldenTable golden() {
    return switch (this) {
      case TABLE -> GoldenTable.of("broken", GoldenTables.PAIR, "single", GoldenTables.pairs(0, 3));
      case TWO_SNAPSHOTS ->
          GoldenTable.of("broken", GoldenTables.PAIR, "single", GoldenTables.pairs(0, 3))
              .append(GoldenTables.pairs(3, 5));
      case FILE ->
          GoldenTable.file(
              "broken",
              SCHEMA,
              builder -> builder.columnGroups(ColumnGroupSpec.parse("a,t,p")),
              ROWS_OF_FILE);
    };
  }

  boolean isFile() {
    return this == FILE;
  }

  private static final Map<BrokenBase, ForgedTable> UNBROKEN = new ConcurrentHashMap<>();

  /** The unbroken files. */
  ForgedTable forged() {
    return UNBROKEN.computeIfAbsent(this, BrokenBase::written).copy();
  }

  private ForgedTable written() {
    try {
      Path directory = Files.createTempDirectory("albis-broken");
      try {
        golden()
            .write(isFile() ? directory.resolve("file.albis").toString() : directory.toString());
        return ForgedTable.read(new StoredFiles(directory.toString()));
      } finally {
        GoldenTablesTest.deleteAll(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
