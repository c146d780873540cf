// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.DeltaBasedMergeIntoSchemaEvolutionSQLSuite;
import org.apache.spark.sql.connector.DeltaBasedMergeIntoSchemaEvolutionScalaSuite;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Function1;

/** {@code MERGE WITH SCHEMA EVOLUTION INTO}, as a statement and by the builder of data frames. */
final class MergeEvolutionSuites {

  private static final Pattern METADATA = Pattern.compile("\"metadata\":\\{[^}]*}");

  private MergeEvolutionSuites() {}

  /** Spark's tables in memory have no ids of columns, which Spark shows as metadata of fields. */
  private static Dataset<Row> withoutIds(Dataset<Row> rows) {
    String schema = METADATA.matcher(rows.schema().json()).replaceAll("\"metadata\":{}");
    return rows.sparkSession()
        .createDataFrame(rows.collectAsList(), (StructType) DataType.fromJson(schema));
  }

  /** Statements. */
  public static final class MergeEvolutionSuite extends DeltaBasedMergeIntoSchemaEvolutionSQLSuite {

    private static final long serialVersionUID = 1L;

    /** For the runner. */
    public MergeEvolutionSuite() {}

    @Override
    public SparkConf sparkConf() {
      return super.sparkConf().set("spark.sql.extensions", SessionExtensions.class.getName());
    }

    @Override
    public void beforeEach() {
      super.beforeEach();
      RowLevelCatalog.replaceIn(spark());
    }

    @Override
    public Function1<String, Dataset<Row>> sql() {
      return statement -> withoutIds(spark().sql(statement));
    }
  }

  /** {@code mergeInto} of data frames. */
  public static final class MergeBuilderEvolutionSuite
      extends DeltaBasedMergeIntoSchemaEvolutionScalaSuite {

    private static final long serialVersionUID = 1L;

    /** For the runner. */
    public MergeBuilderEvolutionSuite() {}

    @Override
    public SparkConf sparkConf() {
      return super.sparkConf().set("spark.sql.extensions", SessionExtensions.class.getName());
    }

    @Override
    public void beforeEach() {
      super.beforeEach();
      RowLevelCatalog.replaceIn(spark());
    }

    @Override
    public Function1<String, Dataset<Row>> sql() {
      return statement -> withoutIds(spark().sql(statement));
    }
  }
}
