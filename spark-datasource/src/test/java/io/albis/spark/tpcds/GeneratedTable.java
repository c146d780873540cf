// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpcds;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of TPC-DS at some scale, from the generator. Immutable. */
public final class GeneratedTable {

  private static final Pattern WORD = Pattern.compile("\\w+");

  private final Table table;
  private final double scale;
  private final Schema schema;

  private GeneratedTable(Table table, double scale) {
    this.table = table;
    this.scale = scale;
    List<Field> fields = new ArrayList<>();
    for (Column column : table.getColumns()) {
      fields.add(Field.nullable(column.getName().toLowerCase(Locale.ROOT), type(column.getType())));
    }
    this.schema = Schema.of(fields);
  }

  private static Type type(ColumnType type) {
    return switch (type.getBase()) {
      case INTEGER, IDENTIFIER -> Type.int32();
      case DECIMAL -> Type.decimal(type.getPrecision().get(), type.getScale().get());
      case DATE -> Type.date();
      case CHAR, VARCHAR, TIME -> Type.string();
    };
  }

  /** Returns the tables that a query names. */
  public static List<GeneratedTable> of(String query, double scale) {
    Set<String> words = new HashSet<>();
    Matcher word = WORD.matcher(query.toLowerCase(Locale.ROOT));
    while (word.find()) {
      words.add(word.group());
    }
    return Table.getBaseTables().stream()
        .map(table -> new GeneratedTable(table, scale))
        .filter(table -> words.contains(table.name()))
        .toList();
  }

  /** Returns the name in lower case. */
  public String name() {
    return table.getName().toLowerCase(Locale.ROOT);
  }

  /** Returns the columns, all of which may be null. */
  public Schema schema() {
    return schema;
  }

  /**
   * Generates all rows.
   *
   * @param sink receives the values of each row as text; null for nulls
   */
  public void generate(Consumer<List<String>> sink) {
    Session session = Session.getDefaultSession().withTable(table).withScale(scale);
    for (List<List<String>> results : Results.constructResults(table, session)) {
      sink.accept(results.get(0));
    }
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
        case DECIMAL -> rows.setDecimal(i, new BigDecimal(text).setScale(type.scale()));
        case DATE -> rows.setInt(i, (int) LocalDate.parse(text).toEpochDay());
        default -> rows.setString(i, text);
      }
    }
    rows.endRow();
  }

  @Override
  public String toString() {
    return name() + " at scale " + scale;
  }
}
