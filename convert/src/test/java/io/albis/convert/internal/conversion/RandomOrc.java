// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.input.OrcTypes;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
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
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** ORC files of random types and values, as a seed determines them. */
final class RandomOrc {

  private static final long MAX_SECONDS = 9_000_000_000L;

  private final Random random;
  private final TypeDescription schema;
  private int names;

  RandomOrc(long seed) {
    this.random = new Random(seed);
    this.schema = TypeDescription.createStruct();
    int columns = 1 + random.nextInt(6);
    for (int i = 0; i < columns; i++) {
      schema.addField("c" + i, type(3));
    }
  }

  private TypeDescription type(int depth) {
    return switch (random.nextInt(depth == 0 ? 13 : 17)) {
      case 0 -> TypeDescription.createBoolean();
      case 1 -> TypeDescription.createByte();
      case 2 -> TypeDescription.createShort();
      case 3 -> TypeDescription.createInt();
      case 4 -> TypeDescription.createLong();
      case 5 -> TypeDescription.createFloat();
      case 6 -> TypeDescription.createDouble();
      case 7 -> TypeDescription.createString();
      case 8 -> TypeDescription.createBinary();
      case 9 -> TypeDescription.createDate();
      case 10 -> TypeDescription.createTimestamp();
      case 11 -> TypeDescription.createTimestampInstant();
      case 12 -> decimal();
      case 13, 14 -> {
        TypeDescription struct = TypeDescription.createStruct();
        int fields = 1 + random.nextInt(3);
        for (int i = 0; i < fields; i++) {
          struct.addField("f" + names++, type(depth - 1));
        }
        yield struct;
      }
      case 15 -> TypeDescription.createList(type(depth - 1));
      default -> TypeDescription.createMap(TypeDescription.createInt(), type(depth - 1));
    };
  }

  private TypeDescription decimal() {
    int precision = 1 + random.nextInt(38);
    return TypeDescription.createDecimal()
        .withScale(0)
        .withPrecision(precision)
        .withScale(random.nextInt(precision + 1));
  }

  /** Writes a file. */
  void write(Path file) throws IOException {
    int rows = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(6000);
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration(false))
                .setSchema(schema)
                .fileSystem(
                    new org.apache.hadoop.fs.Path(file.toUri())
                        .getFileSystem(OrcTypes.configuration()))
                .compress(random.nextBoolean() ? CompressionKind.ZLIB : CompressionKind.NONE)
                .stripeSize(50_000)
                .setProlepticGregorian(random.nextBoolean()))) {
      VectorizedRowBatch batch = schema.createRowBatch();
      for (int done = 0; done < rows; done += batch.size) {
        batch.reset();
        batch.size = Math.min(rows - done, 1 + random.nextInt(1000));
        for (int c = 0; c < batch.cols.length; c++) {
          fill(schema.getChildren().get(c), batch.cols[c], batch.size);
        }
        writer.addRowBatch(batch);
      }
    }
  }

  private void fill(TypeDescription type, ColumnVector vector, int count) {
    vector.ensureSize(count, false);
    int nulls = random.nextInt(4);
    // Few values make ORC's reader repeat them, or look them up.
    boolean isConstant = random.nextInt(4) == 0;
    long constant = random.nextLong();
    for (int i = 0; i < count; i++) {
      boolean isNull = nulls == 1 ? random.nextInt(5) == 0 : nulls == 2 && random.nextInt(50) != 0;
      vector.isNull[i] = isNull || nulls == 3 && random.nextInt(2) == 0;
      vector.noNulls &= !vector.isNull[i];
    }
    switch (type.getCategory()) {
      case STRUCT -> {
        for (int f = 0; f < type.getChildren().size(); f++) {
          fill(type.getChildren().get(f), ((StructColumnVector) vector).fields[f], count);
        }
      }
      case LIST -> {
        ListColumnVector list = (ListColumnVector) vector;
        list.childCount = lengths(list.isNull, list.offsets, list.lengths, count);
        fill(type.getChildren().get(0), list.child, list.childCount);
      }
      case MAP -> {
        MapColumnVector map = (MapColumnVector) vector;
        map.childCount = lengths(map.isNull, map.offsets, map.lengths, count);
        map.keys.ensureSize(map.childCount, false);
        for (int i = 0; i < map.childCount; i++) {
          ((LongColumnVector) map.keys).vector[i] = i;
        }
        fill(type.getChildren().get(1), map.values, map.childCount);
      }
      default -> {
        for (int i = 0; i < count; i++) {
          set(type, vector, i, isConstant ? constant : random.nextLong());
        }
      }
    }
  }

  private int lengths(boolean[] nulls, long[] offsets, long[] lengths, int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      offsets[i] = total;
      lengths[i] = nulls[i] ? 0 : random.nextInt(4);
      total += (int) lengths[i];
    }
    return total;
  }

  private static void set(TypeDescription type, ColumnVector vector, int row, long bits) {
    switch (type.getCategory()) {
      case BOOLEAN -> ((LongColumnVector) vector).vector[row] = bits & 1;
      case BYTE -> ((LongColumnVector) vector).vector[row] = (byte) bits;
      case SHORT -> ((LongColumnVector) vector).vector[row] = (short) bits;
      case INT -> ((LongColumnVector) vector).vector[row] = (int) bits;
      case LONG -> ((LongColumnVector) vector).vector[row] = bits;
      // Years 300 to 3600: on both sides of the change of calendars.
      case DATE -> ((LongColumnVector) vector).vector[row] = bits % 600_000;
      case FLOAT ->
          ((DoubleColumnVector) vector).vector[row] = Float.intBitsToFloat((int) bits & ~(1 << 24));
      case DOUBLE ->
          ((DoubleColumnVector) vector).vector[row] = Double.longBitsToDouble(bits & ~(1L << 53));
      case STRING -> {
        byte[] text =
            Long.toString(Math.abs(bits % 1000), 36)
                .repeat((int) (bits & 7))
                .getBytes(StandardCharsets.UTF_8);
        ((BytesColumnVector) vector).setVal(row, text);
      }
      case BINARY ->
          ((BytesColumnVector) vector)
              .setVal(row, BigInteger.valueOf(bits).toByteArray(), 0, 1 + (int) (bits & 0));
      case DECIMAL -> {
        BigInteger limit = BigInteger.TEN.pow(type.getPrecision());
        BigInteger unscaled =
            BigInteger.valueOf(bits).multiply(BigInteger.valueOf(bits >> 3 | 1)).remainder(limit);
        ((DecimalColumnVector) vector)
            .set(row, HiveDecimal.create(new BigDecimal(unscaled, type.getScale())));
      }
      case TIMESTAMP, TIMESTAMP_INSTANT -> {
        TimestampColumnVector timestamps = (TimestampColumnVector) vector;
        // No times in the second before 1970, which ORC's Java library changes.
        long seconds = bits % MAX_SECONDS == -1 ? 0 : bits % MAX_SECONDS;
        int micros = (int) Math.floorMod(bits, 1_000_000L);
        timestamps.setIsUTC(true);
        timestamps.time[row] = seconds * 1000 + micros / 1000;
        timestamps.nanos[row] = micros * 1000;
      }
      default -> throw new IllegalStateException("Not made: " + type);
    }
  }
}
