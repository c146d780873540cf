// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Map;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * A table of a session catalog that is not Spark's own, such as Delta's: Spark then asks for a
 * relation of the older interface, which {@link StatementRule} replaces. Spark keeps the relation,
 * so it has no snapshot.
 */
public final class CatalogRelation extends BaseRelation {

  private final SQLContext context;
  private final StructType schema;
  private final Map<String, String> properties;

  /**
   * Creates a relation.
   *
   * @param schema that the catalog has
   * @param properties with the path and the options
   */
  public CatalogRelation(SQLContext context, StructType schema, Map<String, String> properties) {
    this.context = context;
    this.schema = schema;
    this.properties = properties;
  }

  @Override
  public SQLContext sqlContext() {
    return context;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  String name() {
    return "albis " + properties.get("path");
  }

  /** The table as it is when a query is analyzed. */
  LogicalPlan plan() {
    return DataSourceV2Relation.create(
        TableLoader.loadOfCatalog(schema, new Transform[0], properties),
        Option.empty(),
        Option.empty());
  }
}
