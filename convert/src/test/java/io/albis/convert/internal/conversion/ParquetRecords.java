// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.parquet.ListRules;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.memory.util.Float16;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** The rows of a Parquet file, as parquet-java assembles them to records. */
final class ParquetRecords {

  private ParquetRecords() {}

  /** Reads all rows, in the types of a schema. */
  static List<List<Object>> read(Path file, Schema schema) throws Exception {
    List<List<Object>> rows = new ArrayList<>();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      MessageType message = reader.getFileMetaData().getSchema();
      String createdBy = reader.getFileMetaData().getCreatedBy();
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        RecordReader<Group> records =
            new ColumnIOFactory(createdBy)
                .getColumnIO(message)
                .getRecordReader(pages, new GroupRecordConverter(message));
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(fields(records.read(), schema.fields()));
        }
      }
    }
    return rows;
  }

  private static List<Object> fields(Group group, List<Field> fields) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(field(group, i, fields.get(i).type()));
    }
    return values;
  }

  private static Object field(Group group, int i, Type type) {
    org.apache.parquet.schema.Type stored = group.getType().getType(i);
    if (!stored.isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED)) {
      return group.getFieldRepetitionCount(i) == 0 ? null : single(group, i, 0, type);
    }
    List<Object> list = new ArrayList<>();
    for (int k = 0; k < group.getFieldRepetitionCount(i); k++) {
      list.add(single(group, i, k, type.children().get(0).type()));
    }
    return list;
  }

  private static Object single(Group group, int i, int k, Type type) {
    org.apache.parquet.schema.Type stored = group.getType().getType(i);
    if (stored.isPrimitive()) {
      return primitive(group, i, k, stored.asPrimitiveType(), type);
    }
    Group value = group.getGroup(i, k);
    LogicalTypeAnnotation logical = stored.getLogicalTypeAnnotation();
    if (logical == null) {
      return fields(value, type.children());
    }
    boolean isList = logical instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation;
    Type first = type.children().get(0).type();
    List<Object> elements = new ArrayList<>();
    for (int e = 0; e < value.getFieldRepetitionCount(0); e++) {
      if (!isList) {
        Group entry = value.getGroup(0, e);
        Object key = field(entry, 0, first);
        elements.add(
            new SimpleImmutableEntry<>(key, field(entry, 1, type.children().get(1).type())));
      } else if (ListRules.isElement((GroupType) stored)) {
        elements.add(single(value, 0, e, first));
      } else {
        elements.add(field(value.getGroup(0, e), 0, first));
      }
    }
    return elements;
  }

  private static Object primitive(Group group, int i, int k, PrimitiveType stored, Type type) {
    return switch (stored.getPrimitiveTypeName()) {
      case BOOLEAN -> group.getBoolean(i, k);
      case INT32 -> ofInt(group.getInteger(i, k), stored, type);
      case INT64 -> ofLong(group.getLong(i, k), stored, type);
      case FLOAT -> group.getFloat(i, k);
      case DOUBLE -> group.getDouble(i, k);
      case INT96 -> {
        ByteBuffer bytes = ByteBuffer.wrap(group.getInt96(i, k).getBytes());
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        long nanosPerUnit = 1_000_000_000 / type.unit().perSecond();
        long day = bytes.getInt(8) - 2_440_588L;
        yield day * 86_400 * type.unit().perSecond() + bytes.getLong(0) / nanosPerUnit;
      }
      case BINARY, FIXED_LEN_BYTE_ARRAY -> ofBytes(group.getBinary(i, k).getBytes(), type);
    };
  }

  private static boolean isUnsigned(PrimitiveType stored) {
    return stored.getLogicalTypeAnnotation()
            instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer
        && !integer.isSigned();
  }

  private static Object ofInt(int value, PrimitiveType stored, Type type) {
    return switch (type.physicalType()) {
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> value;
      case INT64 -> isUnsigned(stored) ? Integer.toUnsignedLong(value) : (long) value;
      default -> BigDecimal.valueOf(value, type.scale());
    };
  }

  private static Object ofLong(long value, PrimitiveType stored, Type type) {
    return switch (type.physicalType()) {
      case INT64 -> value;
      default ->
          isUnsigned(stored)
              ? new BigDecimal(Long.toUnsignedString(value))
              : BigDecimal.valueOf(value, type.scale());
    };
  }

  private static Object ofBytes(byte[] bytes, Type type) {
    return switch (type.kind()) {
      case DECIMAL -> new BigDecimal(new BigInteger(bytes), type.scale());
      case FLOAT ->
          Float16.toFloat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort());
      case STRING -> new String(bytes, StandardCharsets.UTF_8);
      case UUID -> new UUID(ByteBuffer.wrap(bytes).getLong(), ByteBuffer.wrap(bytes).getLong(8));
      default -> bytes;
    };
  }
}
