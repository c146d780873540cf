// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpcds;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/**
 * The tables of TPC-DS, made when a query first needs them: as Parquet, by Spark from text, and as
 * tables of Albis, from the values of the generator.
 */
final class TpcdsTables {

  private static final String SEPARATOR = "\u0001";
  private static final String NULL = "\u0002";

  private final Path directory;
  private final double scale;
  private final SparkSession albis;
  private final SparkSession parquet;
  private final Set<Table> made = new HashSet<>();

  /**
   * Creates an instance.
   *
   * @param albis gets views of the tables of Albis
   * @param parquet gets views of the Parquet files
   */
  TpcdsTables(Path directory, double scale, SparkSession albis, SparkSession parquet) {
    this.directory = directory;
    this.scale = scale;
    this.albis = albis;
    this.parquet = parquet;
  }

  /** Makes the tables that a query names. */
  void makeThoseOf(String query) {
    Set<String> words = new HashSet<>();
    Matcher word = Pattern.compile("\\w+").matcher(query.toLowerCase(Locale.ROOT));
    while (word.find()) {
      words.add(word.group());
    }
    for (Table table : Table.getBaseTables()) {
      if (words.contains(name(table)) && made.add(table)) {
        make(table);
      }
    }
  }

  private static String name(Table table) {
    return table.getName().toLowerCase(Locale.ROOT);
  }

  private void make(Table table) {
    Schema schema = schema(table);
    String name = name(table);
    Path text = directory.resolve(name + ".txt");
    String uri = directory.resolve(name + ".albis").toString();
    Session session = Session.getDefaultSession().withTable(table).withScale(scale);
    try (Writer lines = Files.newBufferedWriter(text);
        TableWriter writer = TableWriter.create(uri, schema).rowGroupSize(1 << 20).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (List<List<String>> results : Results.constructResults(table, session)) {
          List<String> row = results.get(0);
          writeText(lines, row);
          write(rows, schema, row);
        }
      }
      writer.commit();
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to write " + text, e);
    }
    String files = directory.resolve(name + ".parquet").toString();
    parquet
        .read()
        .schema(SparkTypes.toSpark(schema))
        .option("sep", SEPARATOR)
        .option("nullValue", NULL)
        .option("emptyValue", "")
        .option("quote", "")
        .csv(text.toString())
        .write()
        .parquet(files);
    parquet.read().parquet(files).createOrReplaceTempView(name);
    albis.read().format("albis").load(uri).createOrReplaceTempView(name);
  }

  private static Schema schema(Table table) {
    List<Field> fields = new ArrayList<>();
    for (Column column : table.getColumns()) {
      fields.add(Field.nullable(column.getName().toLowerCase(Locale.ROOT), type(column.getType())));
    }
    return Schema.of(fields);
  }

  private static Type type(ColumnType type) {
    return switch (type.getBase()) {
      case INTEGER, IDENTIFIER -> Type.int32();
      case DECIMAL -> Type.decimal(type.getPrecision().get(), type.getScale().get());
      case DATE -> Type.date();
      case CHAR, VARCHAR, TIME -> Type.string();
    };
  }

  private static void writeText(Writer lines, List<String> row) throws IOException {
    for (int i = 0; i < row.size(); i++) {
      lines.write(i == 0 ? "" : SEPARATOR);
      lines.write(row.get(i) == null ? NULL : row.get(i));
    }
    lines.write('\n');
  }

  private static void write(RowWriter rows, Schema schema, List<String> row) {
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
}
