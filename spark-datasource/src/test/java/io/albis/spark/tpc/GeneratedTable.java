// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpc;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A table of TPC-DS or TPC-H at some scale, from the generator. Immutable. */
public final class GeneratedTable {

  private static final Pattern WORD = Pattern.compile("\\w+");

  private final String name;
  private final Schema schema;
  private final Supplier<Stream<List<String>>> rows;

  private GeneratedTable(String name, List<Field> fields, Supplier<Stream<List<String>>> rows) {
    this.name = name;
    this.schema = Schema.of(fields);
    this.rows = rows;
  }

  /**
   * Returns the tables that a query names.
   *
   * @param benchmark {@code tpcds} or {@code tpch}
   */
  public static List<GeneratedTable> of(String benchmark, String query, double scale) {
    Set<String> words = new HashSet<>();
    Matcher word = WORD.matcher(query.toLowerCase(Locale.ROOT));
    while (word.find()) {
      words.add(word.group());
    }
    Stream<GeneratedTable> all =
        benchmark.equals("tpch")
            ? TpchTable.getTables().stream().map(table -> ofTpch(table, scale))
            : Table.getBaseTables().stream().map(table -> ofTpcds(table, scale));
    return all.filter(table -> words.contains(table.name())).toList();
  }

  private static GeneratedTable ofTpcds(Table table, double scale) {
    Session session = Session.getDefaultSession().withTable(table).withScale(scale);
    List<Field> fields = new ArrayList<>();
    for (Column column : table.getColumns()) {
      fields.add(Field.nullable(column.getName().toLowerCase(Locale.ROOT), type(column.getType())));
    }
    return new GeneratedTable(
        table.getName().toLowerCase(Locale.ROOT),
        fields,
        () -> stream(Results.constructResults(table, session)).map(results -> results.get(0)));
  }

  private static Type type(ColumnType type) {
    return switch (type.getBase()) {
      case INTEGER, IDENTIFIER -> Type.int32();
      case DECIMAL -> Type.decimal(type.getPrecision().get(), type.getScale().get());
      case DATE -> Type.date();
      case CHAR, VARCHAR, TIME -> Type.string();
    };
  }

  /** The generator has amounts as doubles, and its text all digits of them. */
  private static GeneratedTable ofTpch(TpchTable<?> table, double scale) {
    List<Field> fields = new ArrayList<>();
    for (TpchColumn<?> column : table.getColumns()) {
      Type type =
          switch (column.getType().getBase()) {
            case IDENTIFIER -> Type.int64();
            case INTEGER -> Type.int32();
            case DATE -> Type.date();
            case DOUBLE -> Type.decimal(15, 2);
            case VARCHAR -> Type.string();
          };
      fields.add(Field.required(column.getColumnName(), type));
    }
    return new GeneratedTable(
        table.getTableName(),
        fields,
        () ->
            stream(table.createGenerator(scale, 1, 1))
                .map(row -> List.of(row.toLine().split("\\|")).subList(0, fields.size())));
  }

  private static <T> Stream<T> stream(Iterable<T> values) {
    return StreamSupport.stream(values.spliterator(), false);
  }

  /** Returns the name in lower case. */
  public String name() {
    return name;
  }

  /** Returns the columns. */
  public Schema schema() {
    return schema;
  }

  /**
   * Generates all rows.
   *
   * @param sink receives the values of each row as text; null for nulls
   */
  public void generate(Consumer<List<String>> sink) {
    rows.get().forEach(sink);
  }

  /** Writes a generated row. */
  public void write(RowWriter rows, List<String> row) {
    for (int i = 0; i < row.size(); i++) {
      String text = row.get(i);
      if (text == null) {
        rows.setNull(i);
        continue;
      }
      Type type = schema.fields().get(i).type();
      switch (type.kind()) {
        case INT32 -> rows.setInt(i, Integer.parseInt(text));
        case INT64 -> rows.setLong(i, Long.parseLong(text));
        case DECIMAL -> rows.setDecimal(i, new BigDecimal(text).setScale(type.scale()));
        case DATE -> rows.setInt(i, (int) LocalDate.parse(text).toEpochDay());
        default -> rows.setString(i, text);
      }
    }
    rows.endRow();
  }

  @Override
  public String toString() {
    return name;
  }
}
