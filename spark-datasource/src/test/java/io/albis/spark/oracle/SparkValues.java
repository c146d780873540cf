// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.unsafe.types.VariantVal;
import scala.jdk.javaapi.CollectionConverters;

/** Converts rows of {@link RandomValues} to the rows that Spark's Dataset API takes. */
final class SparkValues {

  private SparkValues() {}

  static List<Row> rows(Schema schema, List<List<Object>> rows) {
    return rows.stream().map(row -> row(schema.fields(), row)).toList();
  }

  private static Row row(List<Field> fields, List<?> values) {
    Object[] converted = new Object[values.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = value(fields.get(i), values.get(i));
    }
    return RowFactory.create(converted);
  }

  /** A value for {@code functions.lit} and rows; null remains null. */
  static Object value(Field field, Object value) {
    if (value == null) {
      return null;
    }
    Type type = field.type();
    if (field.extension().map(Extension::name).filter("variant"::equals).isPresent()) {
      List<?> parts = (List<?>) value;
      return new VariantVal((byte[]) parts.get(1), (byte[]) parts.get(0));
    }
    return switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> value;
      case STRING, BINARY, FIXED_BINARY -> value;
      case DATE -> LocalDate.ofEpochDay((Integer) value);
      case TIME -> LocalTime.MIDNIGHT.plus((Long) value, unit(type.unit()));
      case TIMESTAMP -> timestamp(type, (Long) value);
      case UUID -> value.toString();
      case YEAR_MONTH_INTERVAL -> Period.ofMonths((Integer) value).normalized();
      case DAY_TIME_INTERVAL -> Duration.of((Long) value, ChronoUnit.MICROS);
      case STRUCT -> row(type.children(), (List<?>) value);
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        ((List<?>) value).forEach(e -> elements.add(value(type.children().get(0), e)));
        yield CollectionConverters.asScala(elements).toSeq();
      }
      case MAP -> {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (Object item : (List<?>) value) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          entries.put(
              value(type.children().get(0), entry.getKey()),
              value(type.children().get(1), entry.getValue()));
        }
        yield CollectionConverters.asScala(entries);
      }
    };
  }

  private static ChronoUnit unit(TimeUnit unit) {
    return unit == TimeUnit.MILLIS ? ChronoUnit.MILLIS : ChronoUnit.MICROS;
  }

  private static Object timestamp(Type type, long value) {
    Instant instant = Instant.EPOCH.plus(value, unit(type.unit()));
    return type.withZone() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
