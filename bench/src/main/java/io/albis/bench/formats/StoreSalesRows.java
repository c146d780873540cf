// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.formats.AlbisReader.BatchSums;
import io.albis.bench.scan.Totals;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.vector.RowView;
import io.albis.tools.sales.SalesColumn;
import java.util.List;

/**
 * Sums of all columns of {@code store_sales} by the row view, as an engine would generate the code:
 * with constant ordinals, so that the compiler knows the offsets.
 */
final class StoreSalesRows implements BatchSums {

  static final List<String> COLUMNS = SalesColumn.ALL.stream().map(SalesColumn::name).toList();

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    try (RowCursor cursor = batch.rows()) {
      add(cursor, totals);
    }
  }

  private static void add(RowCursor cursor, Totals totals) {
    long rows = 0;
    int n0 = 0;
    long s0 = 0;
    int n1 = 0;
    long s1 = 0;
    int n2 = 0;
    long s2 = 0;
    int n3 = 0;
    long s3 = 0;
    int n4 = 0;
    long s4 = 0;
    int n5 = 0;
    long s5 = 0;
    int n6 = 0;
    long s6 = 0;
    int n7 = 0;
    long s7 = 0;
    int n8 = 0;
    long s8 = 0;
    int n9 = 0;
    long s9 = 0;
    int n10 = 0;
    long s10 = 0;
    int n11 = 0;
    double s11 = 0;
    int n12 = 0;
    double s12 = 0;
    int n13 = 0;
    double s13 = 0;
    int n14 = 0;
    double s14 = 0;
    int n15 = 0;
    double s15 = 0;
    int n16 = 0;
    double s16 = 0;
    int n17 = 0;
    double s17 = 0;
    int n18 = 0;
    double s18 = 0;
    int n19 = 0;
    double s19 = 0;
    int n20 = 0;
    double s20 = 0;
    int n21 = 0;
    double s21 = 0;
    int n22 = 0;
    double s22 = 0;
    while (cursor.next()) {
      RowView row = cursor.row();
      rows++;
      if (row.isNullAt(0)) {
        n0++;
      } else {
        s0 += row.getInt(0);
      }
      if (row.isNullAt(1)) {
        n1++;
      } else {
        s1 += row.getInt(1);
      }
      if (row.isNullAt(2)) {
        n2++;
      } else {
        s2 += row.getInt(2);
      }
      if (row.isNullAt(3)) {
        n3++;
      } else {
        s3 += row.getInt(3);
      }
      if (row.isNullAt(4)) {
        n4++;
      } else {
        s4 += row.getInt(4);
      }
      if (row.isNullAt(5)) {
        n5++;
      } else {
        s5 += row.getInt(5);
      }
      if (row.isNullAt(6)) {
        n6++;
      } else {
        s6 += row.getInt(6);
      }
      if (row.isNullAt(7)) {
        n7++;
      } else {
        s7 += row.getInt(7);
      }
      if (row.isNullAt(8)) {
        n8++;
      } else {
        s8 += row.getInt(8);
      }
      if (row.isNullAt(9)) {
        n9++;
      } else {
        s9 += row.getLong(9);
      }
      if (row.isNullAt(10)) {
        n10++;
      } else {
        s10 += row.getInt(10);
      }
      if (row.isNullAt(11)) {
        n11++;
      } else {
        s11 += row.getDouble(11);
      }
      if (row.isNullAt(12)) {
        n12++;
      } else {
        s12 += row.getDouble(12);
      }
      if (row.isNullAt(13)) {
        n13++;
      } else {
        s13 += row.getDouble(13);
      }
      if (row.isNullAt(14)) {
        n14++;
      } else {
        s14 += row.getDouble(14);
      }
      if (row.isNullAt(15)) {
        n15++;
      } else {
        s15 += row.getDouble(15);
      }
      if (row.isNullAt(16)) {
        n16++;
      } else {
        s16 += row.getDouble(16);
      }
      if (row.isNullAt(17)) {
        n17++;
      } else {
        s17 += row.getDouble(17);
      }
      if (row.isNullAt(18)) {
        n18++;
      } else {
        s18 += row.getDouble(18);
      }
      if (row.isNullAt(19)) {
        n19++;
      } else {
        s19 += row.getDouble(19);
      }
      if (row.isNullAt(20)) {
        n20++;
      } else {
        s20 += row.getDouble(20);
      }
      if (row.isNullAt(21)) {
        n21++;
      } else {
        s21 += row.getDouble(21);
      }
      if (row.isNullAt(22)) {
        n22++;
      } else {
        s22 += row.getDouble(22);
      }
    }
    totals.addIntegers(0, rows - n0, s0);
    totals.addIntegers(1, rows - n1, s1);
    totals.addIntegers(2, rows - n2, s2);
    totals.addIntegers(3, rows - n3, s3);
    totals.addIntegers(4, rows - n4, s4);
    totals.addIntegers(5, rows - n5, s5);
    totals.addIntegers(6, rows - n6, s6);
    totals.addIntegers(7, rows - n7, s7);
    totals.addIntegers(8, rows - n8, s8);
    totals.addIntegers(9, rows - n9, s9);
    totals.addIntegers(10, rows - n10, s10);
    totals.addReals(11, rows - n11, s11);
    totals.addReals(12, rows - n12, s12);
    totals.addReals(13, rows - n13, s13);
    totals.addReals(14, rows - n14, s14);
    totals.addReals(15, rows - n15, s15);
    totals.addReals(16, rows - n16, s16);
    totals.addReals(17, rows - n17, s17);
    totals.addReals(18, rows - n18, s18);
    totals.addReals(19, rows - n19, s19);
    totals.addReals(20, rows - n20, s20);
    totals.addReals(21, rows - n21, s21);
    totals.addReals(22, rows - n22, s22);
  }
}
