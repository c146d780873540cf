// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;

/** A data frame that {@code measure cache} caches, and what is asked of it. */
enum CacheData {
  /** 20 columns of longs, integers and doubles. */
  NUMBERS {
    @Override
    List<String> columns() {
      return IntStream.range(0, COLUMNS)
          .mapToObj(i -> (i == 0 ? "id" : number(i, value(i))) + " AS c" + i)
          .toList();
    }

    private static String number(int column, String value) {
      return switch (column % 4) {
        case 0 -> value;
        case 1 -> "CAST(" + value + " AS int)";
        case 2 -> "CAST(" + value + " AS double)";
        default -> "if(id % 16 = 0, null, CAST(" + value + " AS int))";
      };
    }

    @Override
    List<CacheQuery> queries(long rows) {
      String one = "c0 BETWEEN " + rows / 2 + " AND " + rows * 51 / 100;
      return List.of(
          CacheQuery.of("sums of all 20", all("sum(%s)")),
          CacheQuery.of("sum of 1", "sum(c5)"),
          CacheQuery.of("sum of 1 with nulls", "sum(c3)"),
          CacheQuery.of("count", "count(1)"),
          CacheQuery.filtered("filter of 1 %, pruned", one, all("sum(%s)")),
          CacheQuery.filtered("filter of 1 %", "c5 < 1000", all("sum(%s)")),
          CacheQuery.filtered("filter of 50 %", "c5 < 50000", "sum(c2)"),
          CacheQuery.grouped("groups", "c5 % 100", "sum(c2)"));
    }
  },

  /** 20 columns of strings, of which a quarter has few values. */
  STRINGS {
    @Override
    List<String> columns() {
      return IntStream.range(0, COLUMNS)
          .mapToObj(i -> "'name ' || " + (i % 4 == 3 ? "(id % 1000)" : value(i)) + " AS c" + i)
          .toList();
    }

    @Override
    List<CacheQuery> queries(long rows) {
      return List.of(
          CacheQuery.of("lengths of all 20", all("sum(octet_length(%s))")),
          CacheQuery.of("length of 1", "sum(octet_length(c5))"),
          CacheQuery.filtered("equal to 1", "c5 = 'name 77'", "count(1)"),
          CacheQuery.filtered("like", "c5 LIKE '%77'", "count(1)"),
          CacheQuery.grouped("groups", "c3", "count(1)"),
          CacheQuery.of("greatest", "max(c5)"));
    }
  },

  /** Arrays, structs and maps, and the vectors of {@code spark.ml}. */
  NESTED {
    /** A fifth: rows are that much longer. */
    @Override
    long rows(long ofNumbers) {
      return ofNumbers / 5;
    }

    @Override
    List<String> columns() {
      String doubles = "array(" + list(20, i -> "CAST(" + value(i) + " AS double)") + ")";
      return List.of(
          doubles + " AS doubles",
          "array("
              + list(10, i -> "if(id % 16 = " + i + ", null, " + value(i) + ")")
              + ") AS longs",
          "array(" + list(5, i -> "'name ' || " + value(i)) + ") AS names",
          "named_struct('a', id, 'b', CAST(id AS int), 'c', id / 7D) AS struct",
          "named_struct('a', id, 's', 'name ' || id, 't', 'title') AS texts",
          "map(" + list(4, i -> "'key " + i + "', " + value(i)) + ") AS map",
          "array(" + list(4, i -> "named_struct('a', id + " + i + ", 'b', 'b')") + ") AS structs",
          "dense(" + doubles + ") AS vector",
          "sparse(id) AS sparse");
    }

    @Override
    void prepare(SparkSession spark) {
      UDF1<scala.collection.Seq<Double>, Object> dense =
          values -> {
            double[] array = new double[values.length()];
            for (int i = 0; i < array.length; i++) {
              array[i] = values.apply(i);
            }
            return Vectors.dense(array);
          };
      UDF1<Long, Object> sparse =
          id -> {
            int[] indices = {0, 17, 30 + (int) (id % 31), 77, 90 + (int) (id % 7)};
            return Vectors.sparse(100, indices, new double[] {id, 2, 3, 4, 5});
          };
      spark.udf().register("dense", dense, SQLDataTypes.VectorType());
      spark.udf().register("sparse", sparse, SQLDataTypes.VectorType());
    }

    @Override
    Map<String, List<String>> scans() {
      return Map.of();
    }

    @Override
    List<CacheQuery> queries(long rows) {
      return List.of(
          CacheQuery.of("element of 20 doubles", "sum(doubles[7])"),
          CacheQuery.of("greatest of 10 longs", "sum(array_max(longs))"),
          CacheQuery.of("element of 5 strings", "sum(octet_length(names[3]))"),
          CacheQuery.of("field of 3 numbers", "sum(struct.b)"),
          CacheQuery.of("field of texts", "sum(octet_length(texts.s))"),
          CacheQuery.of("entry of map", "sum(map['key 2'])"),
          CacheQuery.of("field of 4 structs", "sum(structs[2].a)"),
          CacheQuery.ofObjects("objects of vectors", "vector"),
          CacheQuery.ofObjects("objects of sparse ones", "sparse"));
    }

    private static String list(int count, IntFunction<String> value) {
      return IntStream.range(0, count).mapToObj(value).collect(Collectors.joining(", "));
    }
  };

  private static final int COLUMNS = 20;

  /** Rows of the data frame, given those of the frame of numbers. */
  long rows(long ofNumbers) {
    return ofNumbers;
  }

  /** Registers the functions that the expressions use. */
  void prepare(SparkSession spark) {}

  /** Expressions of a column {@code id}. */
  abstract List<String> columns();

  /** Columns that are scanned without queries, by name of the scan. */
  Map<String, List<String>> scans() {
    // In this order: that of Map.of differs between processes.
    return new TreeMap<>(Map.of("scan of 1", List.of("c5"), "scan of all 20", List.of("*")));
  }

  abstract List<CacheQuery> queries(long rows);

  Dataset<Row> frame(SparkSession spark, long rows) {
    prepare(spark);
    return spark.range(0, rows, 1, 4).selectExpr(columns().toArray(String[]::new));
  }

  private static String value(int column) {
    return "(id * " + (2 * column + 7919) + " % " + (100_003 + column) + ")";
  }

  private static String all(String function) {
    return IntStream.range(0, COLUMNS)
        .mapToObj(i -> String.format(Locale.ROOT, function, "c" + i))
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
