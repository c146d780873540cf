// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests shapes with codes of two bytes, more than one null word, or no class of their own. */
class WideRowViewTest {

  private static RowFields fields(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      Type type =
          switch (i % 7) {
            case 0 -> Type.int64();
            case 1 -> Type.int8();
            case 2 -> Type.bool();
            case 3 -> Type.decimal(7, 2);
            case 4 -> Type.int16();
            case 5 -> Type.float64();
            default -> Type.string();
          };
      fields.add(i % 50 == 0 ? Field.required("c" + i, type) : Field.nullable("c" + i, type));
    }
    return RowFields.of(Schema.of(fields).withAssignedIds());
  }

  private static List<Object> row(int columns, int seed) {
    Object[] row = new Object[columns];
    for (int i = 0; i < columns; i++) {
      row[i] =
          switch (i % 7) {
            case 0 -> (long) i * seed;
            case 1 -> (byte) (i + seed);
            case 2 -> (i + seed) % 2 == 0;
            case 3 -> java.math.BigDecimal.valueOf(i - seed, 2);
            case 4 -> (short) (i * seed);
            case 5 -> (double) i * seed;
            default -> "s" + i + seed;
          };
      if (i % 50 != 0 && (i * 31 + seed) % 3 == 0) {
        row[i] = null;
      }
    }
    return Arrays.asList(row);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1", "64, 1", "65, 1", "300, 1", "300, 2", "300, 0", "1990, 1", "2000, 3", "2001, 1",
    "2001, 0"
  })
  void readsShapesOfAnyWidth(int columns, int rowGroups) {
    RowFields fields = fields(columns);
    int[] groups = new int[columns];
    for (int i = 0; i < columns; i++) {
      groups[i] = rowGroups == 0 ? -1 : i % rowGroups;
    }
    List<List<Object>> rows = List.of(row(columns, 1), row(columns, 2), row(columns, 3));
    try (HandWrittenBatch batch = new HandWrittenBatch(fields, groups, rows)) {
      PositionedRowView view = RowViews.of(batch.shape, fields);
      assertThat(view.getClass().isHidden()).isEqualTo(columns <= RowViews.MAX_COMPILED_COLUMNS);
      view.startBatch(batch.addresses, batch.rows);
      view.moveBefore(0);
      view.advance();
      for (List<Object> row : rows) {
        assertThat(view.materialize()).isEqualTo(row);
        for (int i = 0; i < columns; i++) {
          assertThat(view.isNullAt(i)).isEqualTo(row.get(i) == null);
        }
        if (row != rows.get(2)) {
          view.advance();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 63, 64, 65, 123, 128, 300})
  void seeksAmongManyRows(int count) {
    RowFields fields = fields(10);
    int[] groups = {-1, -1, 0, -1, 1, 0, -1, -1, 1, -1};
    List<List<Object>> rows = IntStream.range(0, count).mapToObj(i -> row(10, i)).toList();
    try (HandWrittenBatch batch = new HandWrittenBatch(fields, groups, rows)) {
      for (PositionedRowView view :
          List.of(RowViews.of(batch.shape, fields), new SharedRowView(batch.shape, fields))) {
        view.startBatch(batch.addresses, count);
        for (int first = 0; first < count; first += 7) {
          view.moveBefore(first);
          for (int i = first; i < Math.min(count, first + 70); i++) {
            view.advance();
            for (int ordinal = 0; ordinal < 10; ordinal++) {
              assertThat(view.isNullAt(ordinal)).isEqualTo(rows.get(i).get(ordinal) == null);
            }
            assertThat(view.materialize()).isEqualTo(rows.get(i));
          }
        }
      }
    }
  }
}
