// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** The result of a query as text: its rows in the order of this text, or the kind of its error. */
final class Results {

  private Results() {}

  static List<String> of(Dataset<Row> query) {
    try {
      return query.collectAsList().stream().map(Results::text).sorted().toList();
    } catch (RuntimeException e) {
      String condition = condition(e);
      if (condition == null) {
        throw e;
      }
      return List.of("error " + condition);
    }
  }

  /** The name of an error that a query defines, such as an overflow; null for other failures. */
  private static String condition(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String name = cause instanceof SparkThrowable known ? known.getCondition() : null;
      if (name != null && !name.startsWith("INTERNAL_ERROR") && !name.startsWith("FAILED_")) {
        return name;
      }
    }
    return null;
  }

  private static String text(Object value) {
    if (value instanceof Row row) {
      return CollectionConverters.asJava(row.toSeq()).stream()
          .map(Results::text)
          .collect(Collectors.joining(", ", "(", ")"));
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      return CollectionConverters.asJava(map).entrySet().stream()
          .map((Map.Entry<?, ?> entry) -> text(entry.getKey()) + "=" + text(entry.getValue()))
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof scala.collection.Seq<?> sequence) {
      return CollectionConverters.asJava(sequence).stream()
          .map(Results::text)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    // Zeros are equal, so minima and groups have either of them.
    if (value instanceof Double number) {
      return String.valueOf(number + 0.0);
    }
    if (value instanceof Float number) {
      return String.valueOf(number + 0.0f);
    }
    return String.valueOf(value);
  }
}
