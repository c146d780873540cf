// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.MessageType;

/** Reads Parquet with parquet-java's column readers, one column of a row group after the other. */
public final class ParquetColumnReader extends ParquetReader {

  @Override
  Sums sums(ScanRequest request, ParquetFileReader file, MessageType projection, Totals totals) {
    List<ColumnDescriptor> leaves = ParquetFiles.leaves(projection, request);
    String createdBy = file.getFileMetaData().getCreatedBy();
    // Column readers require a converter, but do not call it here.
    GroupConverter converter = new DummyRecordConverter(projection).getRootConverter();
    return rowGroup ->
        add(
            new ColumnReadStoreImpl(rowGroup, converter, projection, createdBy),
            leaves,
            request.below(),
            rowGroup.getRowCount(),
            totals);
  }

  private static void add(
      ColumnReadStoreImpl store,
      List<ColumnDescriptor> leaves,
      OptionalLong below,
      long rows,
      Totals totals) {
    if (below.isEmpty()) {
      for (int leaf = 0; leaf < leaves.size(); leaf++) {
        ColumnReader column = store.getColumnReader(leaves.get(leaf));
        addColumn(leaf, column, valueCount(column), totals);
      }
      return;
    }
    // The selected rows come first, because the data is sorted.
    long taken = addBelow(store.getColumnReader(leaves.get(0)), below.getAsLong(), rows, totals);
    for (int leaf = 1; leaf < leaves.size(); leaf++) {
      if (leaves.get(leaf).getMaxRepetitionLevel() > 0) {
        // The number of values differs from the number of rows.
        throw new UnsupportedOperationException(
            "Cannot sum some rows of column " + leaves.get(leaf));
      }
      addColumn(leaf, store.getColumnReader(leaves.get(leaf)), taken, totals);
    }
  }

  /** Sums the selected rows of the first column, and returns their number. */
  private static long addBelow(ColumnReader column, long below, long rows, Totals totals) {
    long taken = 0;
    long sum = 0;
    while (taken < rows && column.getInteger() < below) {
      taken++;
      sum += column.getInteger();
      column.consume();
    }
    totals.addIntegers(0, taken, sum);
    return taken;
  }

  /** Including nulls; for lists, the number of elements. */
  @SuppressWarnings("deprecation") // there is no other way to find out
  private static long valueCount(ColumnReader column) {
    return column.getTotalValueCount();
  }

  private static void addColumn(int leaf, ColumnReader column, long count, Totals totals) {
    int defined = column.getDescriptor().getMaxDefinitionLevel();
    switch (column.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> addInts(leaf, column, count, defined, totals);
      case INT64 -> addLongs(leaf, column, count, defined, totals);
      case DOUBLE -> addDoubles(leaf, column, count, defined, totals);
      default -> addOthers(leaf, column, count, defined, totals);
    }
  }

  private static void addInts(int leaf, ColumnReader column, long count, int defined, Totals to) {
    long values = 0;
    long sum = 0;
    for (long i = 0; i < count; i++) {
      if (column.getCurrentDefinitionLevel() == defined) {
        values++;
        sum += column.getInteger();
      }
      column.consume();
    }
    to.addIntegers(leaf, values, sum);
  }

  private static void addLongs(int leaf, ColumnReader column, long count, int defined, Totals to) {
    long values = 0;
    long sum = 0;
    for (long i = 0; i < count; i++) {
      if (column.getCurrentDefinitionLevel() == defined) {
        values++;
        sum += column.getLong();
      }
      column.consume();
    }
    to.addIntegers(leaf, values, sum);
  }

  private static void addDoubles(
      int leaf, ColumnReader column, long count, int defined, Totals to) {
    long values = 0;
    double sum = 0;
    for (long i = 0; i < count; i++) {
      if (column.getCurrentDefinitionLevel() == defined) {
        values++;
        sum += column.getDouble();
      }
      column.consume();
    }
    to.addReals(leaf, values, sum);
  }

  private static void addOthers(int leaf, ColumnReader column, long count, int defined, Totals to) {
    ParquetNumbers numbers = ParquetNumbers.of(column.getDescriptor().getPrimitiveType());
    long values = 0;
    long sum = 0;
    for (long i = 0; i < count; i++) {
      if (column.getCurrentDefinitionLevel() == defined) {
        values++;
        sum += numbers.of(column);
      }
      column.consume();
    }
    to.addIntegers(leaf, values, sum);
  }
}
