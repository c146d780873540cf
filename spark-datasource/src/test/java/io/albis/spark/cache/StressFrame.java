// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.VariantType;
import scala.runtime.AbstractFunction1;

/** A random data frame, and the results of queries before it is cached. Thread-safe. */
final class StressFrame {

  /** A function of a row's id that throws in the first attempt of a task; true otherwise. */
  private static final String FAILURE = "fails_once";

  private static final int QUERIES = 3;

  private final String description;
  private final Dataset<Row> rows;
  private final long rowCount;
  private final List<Query> queries = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  /** Of rows for which a condition holds. */
  private record Query(String condition, List<String> aggregates) {

    String run(Dataset<Row> frame) {
      return frame.where(condition).selectExpr(aggregates.toArray(String[]::new)).head().toString();
    }
  }

  /**
   * Creates a frame, and computes the results of its queries.
   *
   * @param directory for its files
   */
  StressFrame(SparkSession session, Path directory, Random random) {
    int baseRows = 50 + random.nextInt(100);
    int copies = 200 + random.nextInt(4000);
    int partitions = 1 + random.nextInt(8);
    StructType schema = schema(random);
    Dataset<Row> base = RandomFrames.of(session, schema, baseRows, 1, random);
    Dataset<Row> all =
        session
            .range(0, copies, 1, partitions)
            .toDF("copy")
            .crossJoin(base)
            .withColumn("id", functions.expr("copy * 3 + 1"));
    String source = List.of("rows", "parquet", "albis").get(random.nextInt(3));
    if (!source.equals("rows")) {
      String path = directory.toString();
      all.write().format(source).mode("overwrite").save(path);
      all = session.read().format(source).load(path);
    }
    if (random.nextInt(4) == 0) {
      all = all.where(FAILURE + "(copy)");
    }
    this.rows = all;
    this.rowCount = (long) baseRows * copies;
    this.description = rowCount + " rows of " + source + ": " + schema.sql();
    for (int i = 0; i < QUERIES; i++) {
      queries.add(query(schema, copies, i == 0, random));
    }
    queries.forEach(query -> expected.add(query.run(rows)));
  }

  static void register(SparkSession session) {
    session
        .udf()
        .register(
            FAILURE,
            (Long id) -> {
              if (TaskContext.get().attemptNumber() == 0 && id % 97 == 41) {
                throw new IllegalStateException("as planned");
              }
              return true;
            },
            DataTypes.BooleanType);
  }

  private static StructType schema(Random random) {
    StructField[] fields;
    do {
      fields = RandomFrames.schema(1 + random.nextInt(4), random).fields();
    } while (Stream.of(fields)
        .anyMatch(
            field ->
                field
                    .dataType()
                    .existsRecursively(
                        new AbstractFunction1<>() {
                          @Override
                          public Object apply(DataType type) {
                            // Without hashes, and without a place in Parquet.
                            return type instanceof VariantType || type instanceof TimeType;
                          }
                        })));
    return new StructType(fields);
  }

  private static Query query(StructType schema, int copies, boolean isOfAll, Random random) {
    List<String> names = new ArrayList<>(List.of(schema.fieldNames()));
    names.add("copy");
    String columns =
        IntStream.range(0, names.size())
            .filter(i -> isOfAll || random.nextInt(3) == 0)
            .mapToObj(names::get)
            .collect(Collectors.joining(", "));
    String hash = "xxhash64(" + (columns.isEmpty() ? "1" : columns) + ")";
    int from = random.nextInt(copies);
    return new Query(
        isOfAll || random.nextInt(3) > 0
            ? "true"
            : "copy BETWEEN " + from + " AND " + (from + random.nextInt(copies)),
        List.of("count(*)", "bit_xor(" + hash + ")", "sum(" + hash + " % 1000003)"));
  }

  Dataset<Row> rows() {
    return rows;
  }

  /** Runs a query, and requires its result. */
  void requireResult(Random random, boolean fails) {
    int i = random.nextInt(QUERIES);
    Dataset<Row> frame = fails ? rows.where(FAILURE + "(id)") : rows.toDF();
    String found = queries.get(i).run(frame);
    if (!found.equals(expected.get(i))) {
      throw new WrongResultException(
          "Found " + found + " (expected " + expected.get(i) + ") by " + queries.get(i) + this);
    }
  }

  /** Requires the number of some rows, of which tasks do not read all. */
  void requireSome(Random random) {
    int wanted = random.nextInt(1000);
    int found = rows.limit(wanted).collectAsList().size();
    if (found != Math.min(wanted, rowCount)) {
      throw new WrongResultException("Found " + found + " rows of " + wanted + this);
    }
  }

  /** Not a failure of Spark. */
  static final class WrongResultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongResultException(String message) {
      super(message);
    }
  }

  @Override
  public String toString() {
    return " of " + description;
  }
}
