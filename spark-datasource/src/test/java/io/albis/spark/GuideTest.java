// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Scan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of {@code docs/spark.md}, and compares its tables with the code. */
@ExtendWith(SparkTestSession.class)
class GuideTest {

  private static final Path GUIDE = Path.of("../docs/spark.md");

  @TempDir Path directory;

  private String sales;

  @BeforeEach
  void write() {
    sales = directory.resolve("sales").toString();
    Schema schema =
        Schema.of(Field.nullable("store", Type.string()), Field.nullable("price", Type.float64()));
    try (TableWriter writer = TableWriter.create(sales, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 300; i++) {
          rows.setString(0, "store " + i % 3);
          rows.setDouble(1, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    List<String> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  void runsTheSql(SparkSession spark) throws IOException {
    List<String> results = new ArrayList<>();
    for (String block : blocks("sql")) {
      for (String statement : block.replace("/data/sales", sales).split(";\n", -1)) {
        if (!statement.isBlank()) {
          results.add(spark.sql(statement).collectAsList().size() + ": " + statement);
        }
      }
    }
    assertThat(results)
        .hasSize(9)
        .first()
        .isEqualTo(
            "3: SELECT store, count(*) FROM albis.`"
                + sales
                + "` WHERE price > 100 GROUP BY store");
    assertThat(results.get(8)).startsWith("1: SELECT _file");
  }

  /** The examples are those of this method, apart from the path. */
  @Test
  void runsTheJava(SparkSession spark) throws IOException {
    Dataset<Row> sales = spark.read().format("albis").load(this.sales);
    assertThat(sales.filter("price > 100").groupBy("store").count().collectAsList()).hasSize(3);
    Dataset<Row> first = spark.read().format("albis").option("versionAsOf", "1").load(this.sales);
    assertThat(first.count()).isEqualTo(300);

    String source =
        squeeze(Files.readString(Path.of("src/test/java/io/albis/spark/GuideTest.java")));
    List<String> lines = new ArrayList<>();
    for (String block : blocks("java")) {
      lines.addAll(Arrays.asList(block.split(";\n")));
    }
    assertThat(lines)
        .hasSize(3)
        .allSatisfy(
            line ->
                assertThat(source)
                    .contains(
                        squeeze(line.replace("\"/data/sales\"", "this.sales"))
                            .replace(".show()", "")));
  }

  private static String squeeze(String code) {
    return code.replaceAll("\\s", "");
  }

  @Test
  void listsAllOptions() throws Exception {
    String guide = Files.readString(GUIDE);
    for (var field : SourceOptions.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        assertThat(guide).contains("| `" + field.get(null) + "` |");
      }
    }
  }

  @Test
  void listsAllInterfaces() throws Exception {
    Path jar = Path.of(Scan.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String guide = Files.readString(GUIDE);
    try (var classes = new JarFile(jar.toFile())) {
      List<String> interfaces =
          classes.stream()
              .map(entry -> entry.getName())
              .filter(
                  name ->
                      name.matches(
                          "org/apache/spark/sql/connector/read/(colstats/|partitioning/)?[^/$]*.class"))
              .map(name -> name.replaceAll(".*/|\\.class", ""))
              .filter(
                  name ->
                      !name.equals("SampleMethod")
                          && !name.equals("Partitioning")
                          && !name.equals("UnknownPartitioning"))
              .toList();
      assertThat(interfaces)
          .hasSizeGreaterThan(25)
          .allSatisfy(name -> assertThat(guide).containsPattern("[`.]" + name + "[`.]"));
    }
  }
}
