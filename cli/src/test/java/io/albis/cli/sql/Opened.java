// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table, and what queries need of it. */
record Opened(DuckDb database, Dataset dataset) implements AutoCloseable {

  static Opened of(DuckDb database, String uri) throws Exception {
    return new Opened(database, Datasets.open(uri, null, new StorageArguments()));
  }

  /** Analyzes a query, in which %s stands for the table. */
  private ParsedQuery query(String sql) throws Exception {
    return QueryWalker.walk(
        sql, database.parse(sql.replace("%s", "'" + dataset.uri() + "'")).orElseThrow());
  }

  private TableScans scans(ParsedQuery query) {
    Map<TableUse, Dataset> datasets = new LinkedHashMap<>();
    for (TableUse use : query.tables()) {
      if (use.name().equals(dataset.uri())) {
        datasets.put(use, dataset);
      }
    }
    return new TableScans(database, query, datasets, true);
  }

  /** The scan for the first reference to the table. */
  DatasetScan scan(String sql) throws Exception {
    ParsedQuery query = query(sql);
    return scans(query).of(query.tables().get(0));
  }

  /** The columns that are read for each reference to the table. */
  List<List<String>> columns(String sql) throws Exception {
    ParsedQuery query = query(sql);
    TableScans scans = scans(query);
    return query.tables().stream()
        .map(use -> scans.of(use).schema().fields().stream().map(Field::name).toList())
        .toList();
  }

  /** What is known of the rows of the first reference that matter; null if nothing. */
  String condition(String sql) throws Exception {
    ParsedQuery query = query(sql);
    Optional<Predicate> condition = scans(query).condition(query.tables().get(0));
    return condition.map(Predicate::toString).orElse(null);
  }

  /** Whether DuckDB may read the first reference more than once. */
  boolean isRepeated(String sql) throws Exception {
    return query(sql).tables().get(0).isRepeated();
  }

  @Override
  public void close() {
    dataset.close();
  }
}
