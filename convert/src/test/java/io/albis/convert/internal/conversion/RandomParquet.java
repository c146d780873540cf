// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Parquet files of random schemas, values and settings, reproducible by seed. */
final class RandomParquet {

  private final Random random;
  private int names;

  RandomParquet(long seed) {
    this.random = new Random(seed);
  }

  /** Writes a file. */
  void write(Path file) throws IOException {
    List<Type> fields = new ArrayList<>();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      fields.add(type(any(), 1 + random.nextInt(4)));
    }
    MessageType message = new MessageType("m", fields);
    List<CompressionCodecName> codecs =
        List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(message)
            .withWriterVersion(
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withDictionaryEncoding(random.nextInt(3) > 0)
            .withByteStreamSplitEncoding(random.nextInt(3) == 0)
            .withCompressionCodec(codecs.get(random.nextInt(codecs.size())))
            .withPageSize(200 << random.nextInt(8))
            .withPageRowCountLimit(1 + random.nextInt(random.nextBoolean() ? 20 : 5000))
            .withRowGroupRowCountLimit(100 + random.nextInt(6000))
            .build()) {
      int[] nullPercent = {0, 5, 50, 100};
      int percent = nullPercent[random.nextInt(nullPercent.length)];
      for (int row = random.nextInt(6000); row > 0; row--) {
        Group group = new SimpleGroup(message);
        fill(group, percent);
        writer.write(group);
      }
    }
  }

  private Repetition any() {
    return switch (random.nextInt(5)) {
      case 0 -> Repetition.REPEATED;
      case 1, 2 -> Repetition.REQUIRED;
      default -> Repetition.OPTIONAL;
    };
  }

  private Repetition notRepeated() {
    return random.nextBoolean() ? Repetition.REQUIRED : Repetition.OPTIONAL;
  }

  private String name() {
    return "f" + names++;
  }

  private Type type(Repetition repetition, int depth) {
    if (depth <= 1 || random.nextInt(2) == 0) {
      return primitive(repetition).named(name());
    }
    return switch (random.nextInt(3)) {
      case 0 -> {
        List<Type> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          fields.add(type(any(), depth - 1));
        }
        yield new GroupType(repetition, name(), fields);
      }
      case 1 -> list(repetition, depth);
      default -> map(repetition, depth);
    };
  }

  /** A list in one of the forms that writers have used. */
  private GroupType list(Repetition repetition, int depth) {
    String name = name();
    Type repeated =
        switch (random.nextInt(6)) {
          case 0 -> primitive(Repetition.REPEATED).named("element");
          case 1 -> group("array", type(notRepeated(), depth - 1));
          case 2 -> group(name + "_tuple", type(notRepeated(), depth - 1));
          case 3 -> group("e", type(any(), depth - 1), type(notRepeated(), 1));
          case 4 -> group("e", type(Repetition.REPEATED, depth - 1));
          default -> group("list", type(notRepeated(), depth - 1));
        };
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.listType())
        .addField(repeated)
        .named(name);
  }

  private static GroupType group(String name, Type... fields) {
    return new GroupType(Repetition.REPEATED, name, Arrays.asList(fields));
  }

  private GroupType map(Repetition repetition, int depth) {
    Type key =
        random.nextBoolean()
            ? Types.primitive(PrimitiveTypeName.INT32, Repetition.REQUIRED).named("key")
            : Types.primitive(PrimitiveTypeName.BINARY, Repetition.REQUIRED)
                .as(LogicalTypeAnnotation.stringType())
                .named("key");
    Type value = type(notRepeated(), depth - 1);
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.mapType())
        .addField(group(random.nextBoolean() ? "key_value" : "map", key, value))
        .named(name());
  }

  private Types.PrimitiveBuilder<PrimitiveType> primitive(Repetition repetition) {
    return switch (random.nextInt(24)) {
      case 0 -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition);
      case 1, 2 -> Types.primitive(PrimitiveTypeName.INT32, repetition);
      case 3 -> integer(repetition, 8, true);
      case 4 -> integer(repetition, 16, true);
      case 5 -> integer(repetition, 8, false);
      case 6 -> integer(repetition, 16, false);
      case 7 -> integer(repetition, 32, false);
      case 8 -> integer(repetition, 64, false);
      case 9 ->
          Types.primitive(PrimitiveTypeName.INT32, repetition).as(LogicalTypeAnnotation.dateType());
      case 10 ->
          Types.primitive(PrimitiveTypeName.INT32, repetition)
              .as(LogicalTypeAnnotation.timeType(true, TimeUnit.MILLIS));
      case 11 ->
          Types.primitive(PrimitiveTypeName.INT64, repetition)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS));
      case 12 -> Types.primitive(PrimitiveTypeName.INT64, repetition);
      case 13 -> Types.primitive(PrimitiveTypeName.FLOAT, repetition);
      case 14 -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition);
      case 15 ->
          Types.primitive(PrimitiveTypeName.INT32, repetition)
              .as(LogicalTypeAnnotation.decimalType(2, 9));
      case 16 ->
          Types.primitive(PrimitiveTypeName.INT64, repetition)
              .as(LogicalTypeAnnotation.decimalType(3, 18));
      case 17 -> {
        int precision = 1 + random.nextInt(38);
        yield Types.primitive(PrimitiveTypeName.BINARY, repetition)
            .as(LogicalTypeAnnotation.decimalType(random.nextInt(precision), precision));
      }
      case 18 ->
          Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
              .length(16)
              .as(LogicalTypeAnnotation.decimalType(4, random.nextBoolean() ? 38 : 12));
      case 19 ->
          Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
              .length(2)
              .as(LogicalTypeAnnotation.float16Type());
      case 20 ->
          Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
              .length(1 + random.nextInt(20));
      case 21 -> Types.primitive(PrimitiveTypeName.INT96, repetition);
      case 22 -> Types.primitive(PrimitiveTypeName.BINARY, repetition);
      default ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType());
    };
  }

  private static Types.PrimitiveBuilder<PrimitiveType> integer(
      Repetition repetition, int bits, boolean isSigned) {
    PrimitiveTypeName type = bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32;
    return Types.primitive(type, repetition).as(LogicalTypeAnnotation.intType(bits, isSigned));
  }

  private void fill(Group group, int nullPercent) {
    GroupType type = group.getType();
    for (int i = 0; i < type.getFieldCount(); i++) {
      Type field = type.getType(i);
      int count =
          switch (field.getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextInt(100) < nullPercent ? 0 : 1;
            case REPEATED -> random.nextInt(4);
          };
      for (; count > 0; count--) {
        if (field.isPrimitive()) {
          add(group, i, field.asPrimitiveType());
        } else {
          fill(group.addGroup(i), nullPercent);
        }
      }
    }
  }

  private void add(Group group, int i, PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    boolean isFew = random.nextInt(3) > 0;
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> group.add(i, random.nextBoolean());
      case INT32 -> group.add(i, int32(logical, isFew));
      case INT64 -> {
        boolean isDecimal = logical instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
        long value = isFew ? random.nextInt(5) - 2 : random.nextLong();
        group.add(i, isDecimal ? value % 1_000_000_000_000_000_000L : value);
      }
      case FLOAT -> group.add(i, Float.intBitsToFloat(random.nextInt()));
      case DOUBLE -> group.add(i, isFew ? random.nextInt(9) : random.nextGaussian());
      case INT96 -> {
        byte[] bytes = new byte[12];
        // Microseconds: a multiple of 1,000 nanoseconds.
        long nanos = random.nextInt(1_000_000) * 1000L;
        for (int b = 0; b < 8; b++) {
          bytes[b] = (byte) (nanos >> 8 * b);
        }
        int day = 2_440_588 + random.nextInt(100_000) - 50_000;
        for (int b = 0; b < 4; b++) {
          bytes[8 + b] = (byte) (day >> 8 * b);
        }
        group.add(i, Binary.fromConstantByteArray(bytes));
      }
      case FIXED_LEN_BYTE_ARRAY -> group.add(i, bytes(logical, type.getTypeLength(), isFew));
      case BINARY -> {
        int length = random.nextInt(isFew ? 3 : 30);
        group.add(i, bytes(logical, logical == null ? length : 1 + length, isFew));
      }
    }
  }

  private int int32(LogicalTypeAnnotation logical, boolean isFew) {
    int value = isFew ? random.nextInt(5) : random.nextInt();
    if (logical instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer) {
      int shift = 32 - integer.getBitWidth();
      return integer.isSigned() ? value << shift >> shift : value << shift >>> shift;
    }
    if (logical instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation) {
      return Math.floorMod(value, 86_400_000);
    }
    if (logical instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation) {
      return value % 1_000_000_000;
    }
    return value;
  }

  private Binary bytes(LogicalTypeAnnotation logical, int length, boolean isFew) {
    byte[] bytes = new byte[length];
    if (logical instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation) {
      Arrays.fill(bytes, (byte) ('a' + random.nextInt(isFew ? 2 : 26)));
    } else if (logical instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation decimal) {
      // Few digits, whatever the number of bytes: the bytes before repeat the sign.
      int digit = random.nextInt(19) - 9;
      int value = decimal.getPrecision() > 9 ? digit * random.nextInt(100_000_000) : digit;
      Arrays.fill(bytes, (byte) (value >> 31));
      for (int b = 0; b < length; b++) {
        bytes[length - 1 - b] = (byte) (b < 4 ? value >> 8 * b : value >> 31);
      }
      if (length < 4) {
        Arrays.fill(bytes, (byte) 0);
        bytes[length - 1] = (byte) digit;
        Arrays.fill(bytes, 0, length - 1, (byte) (digit >> 31));
      }
    } else {
      random.nextBytes(bytes);
      if (isFew && length > 0) {
        Arrays.fill(bytes, (byte) random.nextInt(2));
      }
    }
    return Binary.fromConstantByteArray(bytes);
  }
}
