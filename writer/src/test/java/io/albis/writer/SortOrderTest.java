// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The declared order of rows, which the writer checks. */
class SortOrderTest {

  private static final List<Type> TYPES =
      List.of(
          Type.bool(),
          Type.int16(),
          Type.int64(),
          Type.float32(),
          Type.float64(),
          Type.decimal(30, 2),
          Type.string(),
          Type.fixedBinary(3));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < TYPES.size(); i++) {
      fields.add(Field.nullable("c" + i, TYPES.get(i)).withId(i + 1));
    }
    return Schema.of(fields);
  }

  /** A value in plain encoding, of few different ones. */
  private static byte[] value(Random random, Type type) {
    int number = random.nextInt(5) - 2;
    return switch (type.kind()) {
      case BOOLEAN -> new byte[] {(byte) (number & 1)};
      case INT16 -> PlainEncoding.ofLong(number, 2);
      case INT64 -> PlainEncoding.ofLong(number * (1L << 40), 8);
      case FLOAT -> {
        float value = number == 1 ? Float.NaN : number == 0 ? -0.0f : number;
        yield PlainEncoding.ofLong(Float.floatToRawIntBits(value), 4);
      }
      case DOUBLE -> PlainEncoding.ofLong(Double.doubleToRawLongBits(number / 2.0), 8);
      case DECIMAL ->
          PlainEncoding.ofDecimal(type, BigInteger.valueOf(number).shiftLeft(70 * (number & 1)));
      case STRING -> "\u00e9".repeat(number + 2).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      default -> new byte[] {1, (byte) number, 2};
    };
  }

  private static void set(RowWriter rows, int column, byte[] value) {
    Type type = TYPES.get(column);
    switch (type.kind()) {
      case BOOLEAN -> rows.setBoolean(column, value[0] != 0);
      case INT16 -> rows.setShort(column, (short) PlainEncoding.toLong(type, value));
      case INT64 -> rows.setLong(column, PlainEncoding.toLong(type, value));
      case FLOAT -> rows.setFloat(column, (float) PlainEncoding.toDouble(type, value));
      case DOUBLE -> rows.setDouble(column, PlainEncoding.toDouble(type, value));
      case DECIMAL ->
          rows.setDecimal(column, new BigDecimal(PlainEncoding.toBigInteger(type, value), 2));
      case STRING ->
          rows.setString(column, new String(value, java.nio.charset.StandardCharsets.UTF_8));
      default -> rows.setBytes(column, value);
    }
  }

  private CommitResult write(TableWriter.Builder builder, List<byte[][]> content) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (byte[][] row : content) {
          for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
              set(rows, i, row[i]);
            }
          }
          rows.endRow();
        }
      }
      return writer.commit();
    }
  }

  /** Sorted rows are found in order, and rows of which two are exchanged are not. */
  @ParameterizedTest
  @CsvSource({"single, 1", "single, 2", "single, 3", "all, 4", "all, 5", "'c1,c6;c4,c5', 6"})
  void rowsInOrderAndNot(String groups, long seed) throws IOException {
    Random random = new Random(seed);
    List<SortColumn> columns = new ArrayList<>();
    List<SortField> fields = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
    java.util.Collections.shuffle(ordinals, random);
    for (int ordinal : ordinals) {
      boolean descending = random.nextBoolean();
      boolean nullsLast = random.nextBoolean();
      columns.add(new SortColumn("c" + ordinal, descending, nullsLast));
      fields.add(new SortField(ordinal + 1, descending, nullsLast));
    }
    var byFields = new SortOrder(1, fields).comparator(schema());
    List<byte[][]> content = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      byte[][] row = new byte[TYPES.size()][];
      for (int c = 0; c < row.length; c++) {
        row[c] = random.nextInt(6) == 0 ? null : value(random, TYPES.get(c));
      }
      content.add(row);
    }
    content.sort(
        (a, b) ->
            byFields.compare(
                ordinals.stream().map(o -> a[o]).toArray(byte[][]::new),
                ordinals.stream().map(o -> b[o]).toArray(byte[][]::new)));
    TableWriter.Builder create =
        TableWriter.create(uri, schema())
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(4096)
            .rowGroupSize(1 << 16)
            .sortBy(columns.toArray(SortColumn[]::new));
    CommitResult sorted = write(create, content);
    assertThat(sorted.writtenRowGroups()).isGreaterThan(2);
    assertThat(sorted.unorderedRowGroups()).isZero();
    byte[][] first = content.set(10, content.get(4990));
    content.set(4990, first);
    CommitResult exchanged =
        write(TableWriter.append(uri).segmentSize(4096).rowGroupSize(1 << 16), content);
    assertThat(exchanged.unorderedRowGroups()).isEqualTo(2);
    StoredTable table = StoredTable.read(uri);
    RowGroups appended = table.manifests().get(1).footer().rowGroups();
    long end = 0;
    for (int i = 0; i < appended.count(); i++) {
      long start = end;
      end += appended.rowCount(i);
      boolean hasExchanged = (start <= 10 && end > 10) || (start <= 4990 && end > 4990);
      assertThat(appended.sortOrderId(i)).isEqualTo(hasExchanged ? 0 : 1);
    }
    assertThat(table.dataFiles().values()).allMatch(f -> f.footer().sortOrders().size() == 1);
    ManifestRef ref = table.manifests().get(0).ref();
    assertThat(ref.bounds()).hasSize(8);
  }

  @Test
  void ordersAreDeclaredAndChanged() throws IOException {
    write(TableWriter.create(uri, schema()), List.of());
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.sortBy(SortColumn.ascending("no")))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(
              () -> update.sortBy(SortColumn.ascending("c1"), SortColumn.descending("c1")))
          .isInstanceOf(InvalidArgumentException.class);
      update.sortBy(SortColumn.ascending("c1"));
      assertThatThrownBy(() -> update.dropColumn("c1"))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot drop column c1: new rows are sorted by it");
      update.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.sortBy(SortColumn.descending("c2")).commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.sortBy(SortColumn.ascending("c1")).commit();
    }
    Snapshot snapshot = StoredTable.read(uri).snapshot().snapshot();
    assertThat(snapshot.sortOrders()).hasSize(2);
    assertThat(snapshot.sortOrderId()).isEqualTo(1);
    try (TableUpdate first = TableUpdate.open(uri);
        TableUpdate second = TableUpdate.open(uri)) {
      first.sortBy().commit();
      second.sortBy(SortColumn.ascending("c3"));
      assertThatThrownBy(second::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("another writer has changed the sort order since snapshot 4");
    }
    assertThatThrownBy(() -> TableWriter.append(uri).sortBy(SortColumn.ascending("c1")).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set its order by a TableUpdate");
  }
}
