// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.input.OrcTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;

/** The rows of an ORC file, one by one from the vectors of ORC's reader. */
final class OrcRecords {

  private OrcRecords() {}

  /** Reads all rows, in the types of a schema. */
  static List<List<Object>> read(Path file, Schema schema) throws Exception {
    List<List<Object>> rows = new ArrayList<>();
    OrcFile.ReaderOptions options =
        OrcFile.readerOptions(OrcTypes.configuration())
            .useUTCTimestamp(true)
            .convertToProlepticGregorian(true);
    try (Reader reader =
            OrcFile.createReader(new org.apache.hadoop.fs.Path(file.toUri()), options);
        RecordReader records = reader.rows()) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (records.nextBatch(batch)) {
        for (int row = 0; row < batch.size; row++) {
          rows.add(values(batch.cols, row, schema.fields()));
        }
      }
    }
    return rows;
  }

  private static List<Object> values(ColumnVector[] vectors, int row, List<Field> fields) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      values.add(value(vectors[i], row, fields.get(i).type()));
    }
    return values;
  }

  private static Object value(ColumnVector vector, int index, Type type) {
    int row = vector.isRepeating ? 0 : index;
    if (!vector.noNulls && vector.isNull[row]) {
      return null;
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> number(vector, row) != 0;
      case INT8 -> (byte) number(vector, row);
      case INT16 -> (short) number(vector, row);
      case INT32 -> (int) number(vector, row);
      case INT64 ->
          vector instanceof TimestampColumnVector timestamps
              ? timestamp(timestamps, row, type)
              : number(vector, row);
      case FLOAT -> (float) ((DoubleColumnVector) vector).vector[row];
      case DOUBLE -> ((DoubleColumnVector) vector).vector[row];
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          ((DecimalColumnVector) vector)
              .vector[row]
              .getHiveDecimal()
              .bigDecimalValue()
              .setScale(type.scale());
      case STRING -> new String(bytes((BytesColumnVector) vector, row), StandardCharsets.UTF_8);
      case BINARY -> bytes((BytesColumnVector) vector, row);
      case STRUCT -> values(((StructColumnVector) vector).fields, row, type.children());
      case LIST -> {
        ListColumnVector list = (ListColumnVector) vector;
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < list.lengths[row]; i++) {
          int element = (int) list.offsets[row] + i;
          elements.add(value(list.child, element, type.children().get(0).type()));
        }
        yield elements;
      }
      case MAP -> {
        MapColumnVector map = (MapColumnVector) vector;
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < map.lengths[row]; i++) {
          int entry = (int) map.offsets[row] + i;
          Object key = value(map.keys, entry, type.children().get(0).type());
          Object value = value(map.values, entry, type.children().get(1).type());
          entries.add(new SimpleImmutableEntry<>(key, value));
        }
        yield entries;
      }
      case FIXED_BINARY, UUID -> throw new IllegalStateException("Not of ORC: " + type);
    };
  }

  private static long number(ColumnVector vector, int row) {
    return ((LongColumnVector) vector).vector[row];
  }

  private static byte[] bytes(BytesColumnVector vector, int row) {
    int start = vector.start[row];
    return Arrays.copyOfRange(vector.vector[row], start, start + vector.length[row]);
  }

  private static long timestamp(TimestampColumnVector vector, int row, Type type) {
    long perSecond = type.unit().perSecond();
    long seconds = Math.floorDiv(vector.time[row], 1000L);
    return seconds * perSecond + vector.nanos[row] / (1_000_000_000 / perSecond);
  }
}
