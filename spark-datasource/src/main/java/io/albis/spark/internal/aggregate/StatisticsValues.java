// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** Values in statistics, as row views of the reader return them. */
public final class StatisticsValues {

  private static final Comparator<UUID> UUIDS =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  private StatisticsValues() {}

  /** The order of the values of a type, which is Spark's; NaN is greater than all numbers. */
  public static Comparator<Object> order(Type type) {
    return switch (type.physicalType()) {
      case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
      case INT8, INT16, INT32, INT64 ->
          Comparator.comparingLong(value -> ((Number) value).longValue());
      case FLOAT, DOUBLE -> Comparator.comparingDouble(value -> ((Number) value).doubleValue());
      case DECIMAL32, DECIMAL64, DECIMAL128 -> Comparator.comparing(BigDecimal.class::cast);
      case STRING -> Comparator.comparing(value -> utf8((String) value), Arrays::compareUnsigned);
      case BINARY, FIXED_BINARY ->
          Comparator.comparing(byte[].class::cast, Arrays::compareUnsigned);
      case UUID -> Comparator.comparing(UUID.class::cast, UUIDS);
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("No order of values: " + type);
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
