// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables like those of TPC-H, as Parquet files of DuckDB and as tables of Albis.
 *
 * @param directory of all
 */
record TpchTables(Path directory) {

  private static final List<String> NAMES =
      List.of("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem");

  /** Returns the 22 queries. */
  static List<String> queries() throws IOException {
    return Statements.split(resource("queries.sql"));
  }

  private static String resource(String name) throws IOException {
    return Files.readString(Path.of("src/test/resources/tpch", name));
  }

  /**
   * Writes all tables.
   *
   * @param scale in units of 1,500 orders
   * @param lineitem options of {@code convert} for this table
   */
  void write(int scale, String... lineitem) throws IOException {
    StringBuilder script = new StringBuilder("set variable scale = " + scale + ";");
    script.append(resource("tables.sql"));
    for (String name : NAMES) {
      script.append("copy " + name + " to '" + parquet(name) + "' (format parquet);");
    }
    CliRun.ok("sql", script.toString());
    for (String name : NAMES) {
      List<String> convert = new ArrayList<>(List.of("convert", parquet(name), albis(name)));
      if (name.equals("lineitem")) {
        convert.addAll(List.of(lineitem));
      }
      CliRun.ok(convert.toArray(String[]::new));
    }
  }

  private String parquet(String name) {
    return directory.resolve(name + ".parquet").toString();
  }

  /** Returns the path of a table of Albis. */
  String albis(String name) {
    return directory.resolve(name).toString();
  }

  /** Returns the paths of all tables of Albis by name. */
  Map<String, String> albis() {
    Map<String, String> tables = new LinkedHashMap<>();
    NAMES.forEach(name -> tables.put(name, albis(name)));
    return tables;
  }

  /** Returns statements that name the Parquet files like the tables. */
  List<String> views() {
    return NAMES.stream()
        .map(name -> "create view " + name + " as from '" + parquet(name) + "';")
        .toList();
  }
}
