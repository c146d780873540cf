// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Writes and reads the statistics of a batch, without the serializers of the session. */
final class BoundsCodec {

  private static final int NULL = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int BYTE = 3;
  private static final int SHORT = 4;
  private static final int INT = 5;
  private static final int LONG = 6;
  private static final int FLOAT = 7;
  private static final int DOUBLE = 8;
  private static final int STRING = 9;
  private static final int DECIMAL = 10;

  private BoundsCodec() {}

  static void write(Object[] values, DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (Object value : values) {
      write(value, out);
    }
  }

  private static void write(Object value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Boolean bool) {
      out.writeByte(bool ? TRUE : FALSE);
    } else if (value instanceof Byte number) {
      out.writeByte(BYTE);
      out.writeByte(number);
    } else if (value instanceof Short number) {
      out.writeByte(SHORT);
      out.writeShort(number);
    } else if (value instanceof Integer number) {
      out.writeByte(INT);
      out.writeInt(number);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else if (value instanceof Float number) {
      out.writeByte(FLOAT);
      out.writeFloat(number);
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof UTF8String string) {
      out.writeByte(STRING);
      writeBytes(string.getBytes(), out);
    } else {
      Decimal decimal = (Decimal) value;
      out.writeByte(DECIMAL);
      out.writeInt(decimal.precision());
      out.writeInt(decimal.scale());
      writeBytes(decimal.toJavaBigDecimal().unscaledValue().toByteArray(), out);
    }
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static Object[] read(DataInput in) throws IOException {
    Object[] values = new Object[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = readValue(in);
    }
    return values;
  }

  private static Object readValue(DataInput in) throws IOException {
    int tag = in.readByte();
    return switch (tag) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case BYTE -> in.readByte();
      case SHORT -> in.readShort();
      case INT -> in.readInt();
      case LONG -> in.readLong();
      case FLOAT -> in.readFloat();
      case DOUBLE -> in.readDouble();
      case STRING -> UTF8String.fromBytes(readBytes(in));
      case DECIMAL -> {
        int precision = in.readInt();
        int scale = in.readInt();
        BigInteger unscaled = new BigInteger(readBytes(in));
        yield Decimal.apply(new BigDecimal(unscaled, scale), precision, scale);
      }
      default -> throw new IOException("Invalid statistics of a cached batch: tag " + tag);
    };
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
