// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import io.albis.bench.data.DataSets;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.tools.sales.SalesColumn;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;

/** Writes Albis tables row by row or batch by batch, with one table writer for all threads. */
public final class AlbisWriter implements FormatWriter {

  /** How rows are passed to the writer. */
  private enum By {
    ROWS,
    BATCHES
  }

  private final By by;
  private final ColumnGroupSpec groups;

  private AlbisWriter(By by, ColumnGroupSpec groups) {
    this.by = by;
    this.groups = groups;
  }

  /** Returns a writer that sets each value of each row. */
  public static AlbisWriter rows(ColumnGroupSpec groups) {
    return new AlbisWriter(By.ROWS, groups);
  }

  /** Returns a writer that sets one column of a batch at a time. */
  public static AlbisWriter batches(ColumnGroupSpec groups) {
    return new AlbisWriter(By.BATCHES, groups);
  }

  @Override
  public OpenWriter open(Path directory, int threads) {
    TableWriter table =
        TableWriter.create(
                directory.resolve("table").toString(), DataSets.named("store_sales").schema())
            .columnGroups(groups)
            .threads(threads)
            .open();
    return new Opened(table);
  }

  private final class Opened implements OpenWriter {
    private final TableWriter table;

    Opened(TableWriter table) {
      this.table = table;
    }

    @Override
    public Part part(int number) {
      return by == By.ROWS
          ? new Rows(table.newRowWriter(number))
          : new Batches(table.newBatchWriter(number));
    }

    @Override
    public void finish() {
      table.commit();
    }

    @Override
    public void close() {
      table.close();
    }
  }

  private record Rows(RowWriter writer) implements OpenWriter.Part {

    @Override
    public void write(SalesChunk chunk) {
      List<SalesColumn> columns = SalesColumn.ALL;
      for (int row = 0; row < chunk.rowCount(); row++) {
        for (int c = 0; c < columns.size(); c++) {
          if (!chunk.nulls(c)[row]) {
            switch (columns.get(c).kind()) {
              case INT -> writer.setInt(c, chunk.ints(c)[row]);
              case LONG -> writer.setLong(c, chunk.longs(c)[row]);
              case DOUBLE -> writer.setDouble(c, chunk.doubles(c)[row]);
            }
          }
        }
        writer.endRow();
      }
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  private record Batches(BatchWriter writer) implements OpenWriter.Part {

    @Override
    public void write(SalesChunk chunk) {
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        switch (SalesColumn.ALL.get(c).kind()) {
          case INT -> writer.setInts(c, chunk.ints(c));
          case LONG -> writer.setLongs(c, chunk.longs(c));
          case DOUBLE -> writer.setDoubles(c, chunk.doubles(c));
        }
        if (SalesColumn.ALL.get(c).nullable()) {
          writer.setNulls(c, chunk.nulls(c));
        }
      }
      writer.endBatch(chunk.rowCount());
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
