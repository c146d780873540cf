// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random schemas of all types that Spark can read. The first column is a number for each row. */
final class RandomColumns {

  /** The column that numbers the rows. */
  static final String ID = "id";

  private final Random random;

  RandomColumns(Random random) {
    this.random = random;
  }

  /** A schema with one column of each plain type, columns with unusual names, and nested ones. */
  Schema all() {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.required(ID, Type.int64()));
    int kinds = 22;
    for (int i = 0; i < kinds; i++) {
      fields.add(plain("c" + i, i));
    }
    fields.add(Field.nullable("s.x", Type.int32()));
    fields.add(Field.nullable("back`quote", Type.string()));
    fields.add(Field.nullable("Größe", Type.float64()));
    Field x = Field.nullable("x", Type.int32());
    Field y = Field.nullable("y.z", Type.string());
    Field inner = Field.nullable("inner", Type.struct(List.of(plain("d", 6), plain("e", 11))));
    fields.add(Field.nullable("s", Type.struct(List.of(x, y, inner))));
    fields.add(Field.required("r", Type.struct(List.of(nullability("a", Type.int64()), inner))));
    fields.add(struct("t", 3));
    fields.add(Field.nullable("l", Type.list(any("element", 1))));
    fields.add(Field.nullable("ls", Type.list(struct("element", 2))));
    fields.add(
        Field.nullable("m", Type.map(Field.required("key", Type.string()), struct("value", 2))));
    fields.add(variant("v"));
    return Schema.of(fields);
  }

  private Field any(String name, int depth) {
    return depth > 1 && random.nextInt(4) == 0
        ? struct(name, depth)
        : plain(name, random.nextInt(20));
  }

  private Field struct(String name, int depth) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      fields.add(any("f" + i, depth - 1));
    }
    return nullability(name, Type.struct(fields));
  }

  private Field nullability(String name, Type type) {
    return random.nextInt(4) == 0 ? Field.required(name, type) : Field.nullable(name, type);
  }

  private static Field variant(String name) {
    Type type =
        Type.struct(
            List.of(
                Field.required("metadata", Type.binary()), Field.required("value", Type.binary())));
    return Field.nullable(name, type).withExtension(Extension.of("variant"));
  }

  private Field plain(String name, int kind) {
    return switch (kind) {
      case 0 -> nullability(name, Type.bool());
      case 1 -> nullability(name, Type.int8());
      case 2 -> nullability(name, Type.int16());
      case 3 -> nullability(name, Type.int32());
      case 4 -> nullability(name, Type.int64());
      case 5 -> nullability(name, Type.float32());
      case 6 -> nullability(name, Type.float64());
      case 7 -> nullability(name, decimal(9));
      case 8 -> nullability(name, decimal(18));
      case 9 -> nullability(name, decimal(38));
      case 10 -> nullability(name, Type.date());
      case 11 -> nullability(name, Type.string());
      case 12 -> nullability(name, Type.timestamp(unit()));
      case 13 -> nullability(name, Type.timestampWithZone(unit()));
      case 14 -> nullability(name, Type.binary());
      case 15 -> nullability(name, Type.fixedBinary(1 + random.nextInt(5)));
      case 16 -> nullability(name, Type.uuid());
      case 17 -> nullability(name, Type.yearMonthInterval());
      case 18 -> nullability(name, Type.dayTimeInterval());
      case 19 -> nullability(name, Type.time(unit()));
      case 20 -> text(name, "collation", Map.of("name", "UTF8_LCASE", "version", "1.0"));
      default -> text(name, "varchar", Map.of("length", "12"));
    };
  }

  private Field text(String name, String extension, Map<String, String> parameters) {
    return nullability(name, Type.string()).withExtension(new Extension(extension, parameters));
  }

  private Type decimal(int maxPrecision) {
    int precision = Math.max(1, maxPrecision - random.nextInt(8));
    return Type.decimal(precision, random.nextInt(Math.min(precision, 12) + 1));
  }

  private TimeUnit unit() {
    return random.nextBoolean() ? TimeUnit.MILLIS : TimeUnit.MICROS;
  }
}
