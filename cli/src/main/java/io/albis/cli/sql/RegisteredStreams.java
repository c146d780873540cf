// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.reader.DatasetScan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * The scans that DuckDB can read under the names of views, each once. Close after the results of
 * the query and before the tables.
 */
final class RegisteredStreams implements AutoCloseable {

  private record Entry(ScanStream scan, ArrowArrayStream stream) {}

  private final DuckDb database;
  private final BufferAllocator allocator = new RootAllocator();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> views = new ArrayList<>();

  RegisteredStreams(DuckDb database) {
    this.database = database;
  }

  /** Makes a scan readable by a query, which learns how many rows it has. */
  void add(String view, DatasetScan scan) throws SQLException {
    if (!TableScans.haveDistinctNames(scan.schema().fields())) {
      addUncounted(view, scan);
      return;
    }
    String source = source(view);
    addUncounted(source, scan);
    database.execute(
        "CREATE OR REPLACE VIEW %s(%s) AS %s"
            .formatted(
                SqlNames.quote(view),
                RowEstimates.names(scan.schema()),
                RowEstimates.withStream(scan, source)));
    views.add(view);
  }

  /** Makes a scan readable whose number of rows does not matter, such as for a copy. */
  void addUncounted(String view, DatasetScan scan) throws SQLException {
    ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
    ScanStream reader = new ScanStream(scan, allocator);
    Data.exportArrayStream(allocator, reader, stream);
    entries.add(new Entry(reader, stream));
    views.add(view);
    database.connection().registerArrowStream(view, stream);
  }

  /** Returns the name of the view of a stream that another view reads. */
  private static String source(String view) {
    return view + " stream";
  }

  /** Why a scan has failed. */
  Optional<Throwable> failure() {
    return entries.stream()
        .map(entry -> entry.scan().failure())
        .filter(failure -> failure != null)
        .findFirst();
  }

  @Override
  public void close() throws SQLException {
    SQLException failure = null;
    for (String view : views) {
      try {
        database.execute("DROP VIEW IF EXISTS " + SqlNames.quote(view));
      } catch (SQLException e) {
        failure = e;
      }
    }
    for (Entry entry : entries) {
      // Closes the scan, unless DuckDB has read it to its end and released it.
      entry.stream().release();
      entry.stream().close();
    }
    views.clear();
    entries.clear();
    allocator.close();
    if (failure != null) {
      throw failure;
    }
  }
}
