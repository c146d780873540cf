// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.data;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** All data sets, by name. */
public final class DataSets {

  private static final int INTS = 100;

  /** The number of columns of a machine-learning feature table in the evaluation of Pixels. */
  private static final int WIDE = 1_187;

  private static final double NULLS = 0.05;

  private static final List<DataSet> ALL =
      List.of(new StoreSalesData(), ints(), wide(), strings(), nested());

  private DataSets() {}

  /** Returns all data sets. */
  public static List<DataSet> all() {
    return ALL;
  }

  /**
   * Finds a data set by name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static DataSet named(String name) {
    return ALL.stream()
        .filter(data -> data.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid data set: "
                        + name
                        + " (expected one of "
                        + ALL.stream().map(DataSet::name).toList()
                        + ")"));
  }

  /** For projectivity and selectivity: sorted by the first column, which is the row number. */
  private static DataSet ints() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < INTS; i++) {
      fields.add(Field.required("c" + i, Type.int32()));
    }
    return new GeneratedData(
        "ints",
        Schema.of(fields),
        1_000_000,
        8L << 20,
        (row, random, target) -> {
          target.setInt(0, (int) row);
          for (int i = 1; i < INTS; i++) {
            target.setInt(i, random.nextInt());
          }
        });
  }

  private static DataSet wide() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < WIDE; i++) {
      fields.add(Field.nullable("c" + i, wideType(i)));
    }
    return new GeneratedData(
        "wide",
        Schema.of(fields),
        30_000,
        2_600_000,
        (row, random, target) -> {
          for (int i = 0; i < WIDE; i++) {
            setWide(target, i, random);
          }
        });
  }

  private static Type wideType(int column) {
    return switch (column % 10) {
      case 0, 1, 2, 3 -> Type.int32();
      case 4, 5 -> Type.int64();
      case 6, 7, 8 -> Type.float64();
      default -> Type.string();
    };
  }

  private static void setWide(RowWriter target, int column, SplittableRandom random) {
    int value = random.nextInt();
    if ((value & 31) == 0) {
      return;
    }
    switch (column % 10) {
      case 0, 1, 2, 3 -> target.setInt(column, value >>> 8);
      case 4, 5 -> target.setLong(column, (long) value * column);
      case 6, 7, 8 -> target.setDouble(column, (value >>> 12) / 100.0);
      default -> target.setString(column, "v" + (value >>> 20));
    }
  }

  private static DataSet strings() {
    List<String> names = words(10_000, 8, 20);
    List<String> states = words(50, 2, 2);
    return new GeneratedData(
        "strings",
        Schema.of(
            Field.required("id", Type.int64()),
            Field.required("state", Type.string()),
            Field.nullable("name", Type.string()),
            Field.required("url", Type.string()),
            Field.nullable("comment", Type.string())),
        1_000_000,
        64L << 20,
        (row, random, target) -> {
          target.setLong(0, row);
          target.setString(1, states.get(random.nextInt(states.size())));
          if (random.nextDouble() >= NULLS) {
            target.setString(2, names.get(random.nextInt(names.size())));
          }
          target.setString(3, "https://www.example.org/" + text(random, 6, 56));
          if (random.nextDouble() >= 2 * NULLS) {
            target.setString(4, text(random, 0, 200));
          }
        });
  }

  private static List<String> words(int count, int least, int most) {
    SplittableRandom random = new SplittableRandom(7);
    return IntStream.range(0, count).mapToObj(i -> text(random, least, most)).toList();
  }

  private static String text(SplittableRandom random, int least, int most) {
    char[] letters = new char[random.nextInt(least, most + 1)];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }

  private static DataSet nested() {
    Type place =
        Type.struct(Field.required("zip", Type.int32()), Field.nullable("city", Type.string()));
    List<String> cities = words(1_000, 4, 14);
    return new GeneratedData(
        "nested",
        Schema.of(
            Field.required("day", Type.date()),
            Field.nullable("at", Type.timestamp(TimeUnit.MICROS)),
            Field.nullable("price", Type.decimal(9, 2)),
            Field.nullable("amount", Type.decimal(18, 4)),
            Field.nullable("balance", Type.decimal(38, 10)),
            Field.required("open", Type.bool()),
            Field.nullable("place", place),
            Field.nullable("items", Type.list(Field.required("element", Type.int32())))),
        1_000_000,
        64L << 20,
        (row, random, target) -> {
          target.setInt(0, (int) (row / 1_000));
          if (random.nextDouble() >= NULLS) {
            target.setLong(1, row * 1_000_000 + random.nextInt(1_000_000));
          }
          if (random.nextDouble() >= NULLS) {
            target.setUnscaledDecimal(2, random.nextInt(10_000_000));
            target.setUnscaledDecimal(3, random.nextLong(1_000_000_000_000L));
          }
          if (random.nextDouble() >= NULLS) {
            target.setDecimal(4, new BigDecimal(BigInteger.valueOf(random.nextLong()), 10));
          }
          target.setBoolean(5, random.nextBoolean());
          setNested(target, random, cities);
        });
  }

  private static void setNested(RowWriter target, SplittableRandom random, List<String> cities) {
    if (random.nextDouble() >= NULLS) {
      ValueWriter place = target.value(6);
      place.beginStruct();
      place.field(0).setInt(random.nextInt(100_000));
      if (random.nextDouble() >= NULLS) {
        place.field(1).setString(cities.get(random.nextInt(cities.size())));
      }
      place.endStruct();
    }
    if (random.nextDouble() >= NULLS) {
      ValueWriter items = target.value(7);
      items.beginList();
      for (int i = random.nextInt(8); i > 0; i--) {
        items.element().setInt(random.nextInt(1_000));
      }
      items.endList();
    }
  }
}
