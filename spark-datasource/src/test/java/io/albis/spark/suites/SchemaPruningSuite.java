// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.Plans;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Pruning of columns and of nested fields. The tests for a vectorized and another reader are those
 * for the column and the row layout. The column {@code p}, by which the tables are partitioned, is
 * not in the files of Spark's sources, and not in the expected schemas.
 */
public final class SchemaPruningSuite
    extends org.apache.spark.sql.execution.datasources.SchemaPruningSuite {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public SchemaPruningSuite() {}

  @Override
  public String dataSourceName() {
    return WritableSource.NAME;
  }

  @Override
  public String vectorizedReaderEnabledKey() {
    return SuiteTables.COLUMN_LAYOUT;
  }

  /** There is no second switch. */
  @Override
  public String vectorizedReaderNestedEnabledKey() {
    return "spark.albis.suites.unused";
  }

  /**
   * Requires that nothing is read that is not expected. Less is: Albis evaluates filters, whose
   * columns Spark then does not ask for, and there is no scan if statistics have the result.
   */
  @Override
  public void checkScanSchemata(Dataset<Row> query, Seq<String> expected) {
    List<Scan> scans = Plans.scans(query);
    List<String> types = CollectionConverters.asJava(expected);
    assertThat(scans).size().isIn(0, types.size());
    for (int i = 0; i < scans.size(); i++) {
      StructType read = withoutPartitions(scans.get(i).readSchema());
      assertThat(isWithin(read, DataType.fromDDL(types.get(i))))
          .as("%s is in %s", read.catalogString(), types.get(i))
          .isTrue();
    }
  }

  private static StructType withoutPartitions(StructType columns) {
    StructType stored = new StructType();
    for (StructField column : columns.fields()) {
      if (!column.name().equals("p")) {
        stored = stored.add(column);
      }
    }
    return stored;
  }

  private static boolean isWithin(DataType type, DataType other) {
    if (type instanceof StructType struct && other instanceof StructType fields) {
      List<String> names = Arrays.asList(fields.fieldNames());
      return Arrays.stream(struct.fields())
          .allMatch(
              field ->
                  names.contains(field.name())
                      && isWithin(field.dataType(), fields.apply(field.name()).dataType()));
    } else if (type instanceof ArrayType list && other instanceof ArrayType elements) {
      return isWithin(list.elementType(), elements.elementType());
    } else if (type instanceof MapType map && other instanceof MapType entries) {
      return isWithin(map.keyType(), entries.keyType())
          && isWithin(map.valueType(), entries.valueType());
    }
    return type.equals(other);
  }
}
