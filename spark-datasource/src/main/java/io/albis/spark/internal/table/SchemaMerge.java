// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.schema.Schema;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.type.MergedColumns;
import io.albis.spark.internal.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives the table of a write the columns of the rows that it does not have, if the option {@code
 * mergeSchema} says so, and refuses them otherwise. Spark then assigns the columns of the rows to
 * those of the table, as for every write; and the commit of the write changes the table. For writes
 * by the names of columns, which are those of a {@code DataFrame}.
 *
 * <p>Spark assigns the columns as soon as it knows those of the query and the table, before it
 * calls other rules. So the query is covered by a plan that is not resolved, until the columns of
 * the table are known.
 */
final class SchemaMerge extends Rule<LogicalPlan> {

  /** Covers queries before anything is resolved. */
  static final class Start extends Rule<LogicalPlan> {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
      boolean isStarted =
          plan instanceof V2WriteCommand write
              && write.isByName()
              && mayBeOfAlbis(write.table())
              && !isEvolvedBySpark(write)
              && !(write.query() instanceof PendingQuery);
      if (!isStarted) {
        return plan;
      }
      V2WriteCommand write = (V2WriteCommand) plan;
      return (LogicalPlan) write.withNewQuery(new PendingQuery(write.query()));
    }

    /** Whether the statement says WITH SCHEMA EVOLUTION, which Spark asks writes for since 4.2. */
    private static boolean isEvolvedBySpark(V2WriteCommand write) {
      return Capabilities.CAN_CHOOSE_CHANGES && write.withSchemaEvolution();
    }

    private static boolean mayBeOfAlbis(NamedRelation table) {
      return table instanceof UnresolvedRelation
          || table instanceof DataSourceV2Relation relation
              && relation.table() instanceof AlbisTable;
    }
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    boolean isReady =
        plan instanceof V2WriteCommand write
            && write.query() instanceof PendingQuery pending
            && pending.query().resolved()
            && ((LogicalPlan) write.table()).resolved();
    if (!isReady) {
      return plan;
    }
    V2WriteCommand write = (V2WriteCommand) plan;
    LogicalPlan query = ((PendingQuery) write.query()).query();
    if (write.table() instanceof DataSourceV2Relation relation
        && relation.table() instanceof AlbisTable table
        && !table.capabilities().contains(TableCapability.ACCEPT_ANY_SCHEMA)) {
      return merge(write, relation, table, query);
    }
    return (LogicalPlan) write.withNewQuery(query);
  }

  private static LogicalPlan merge(
      V2WriteCommand write, DataSourceV2Relation relation, AlbisTable table, LogicalPlan query) {
    Schema stored = table.storedSchema();
    Schema merged = MergedColumns.of(stored, query.schema());
    Map<String, String> options = CollectionConverters.asJava(options(write));
    if (!WriteOptions.of(TableLoader.sessionOptions(), options).mergesSchema()) {
      try {
        MergedColumns.requireNone(table.name(), stored, merged);
      } catch (IllegalArgumentException e) {
        throw UserErrors.of(e.getMessage(), null);
      }
      return (LogicalPlan) write.withNewQuery(query);
    }
    StructType columns = table.columns(merged);
    V2WriteCommand evolved = write;
    if (!merged.equals(stored)) {
      DataSourceV2Relation target =
          PlanFields.replace(relation, table, new EvolvedTable(table, columns));
      evolved =
          write.withNewTable(
              PlanFields.replace(target, target.output(), attributes(columns, relation.output())));
    }
    return (LogicalPlan) evolved.withNewQuery(MissingFields.fill(query, columns));
  }

  /** Keeps the ids of columns, to which conditions of the statement may refer. */
  private static Seq<Attribute> attributes(StructType columns, Seq<? extends Attribute> existing) {
    List<Attribute> attributes = new ArrayList<>();
    Seq<? extends Attribute> all = DataTypeUtils.toAttributes(columns);
    for (int i = 0; i < all.size(); i++) {
      Attribute column = all.apply(i);
      attributes.add(i < existing.size() ? column.withExprId(existing.apply(i).exprId()) : column);
    }
    return sequence(attributes);
  }

  private static scala.collection.immutable.Map<String, String> options(V2WriteCommand write) {
    if (write instanceof AppendData append) {
      return append.writeOptions();
    } else if (write instanceof OverwriteByExpression overwrite) {
      return overwrite.writeOptions();
    } else if (write instanceof OverwritePartitionsDynamic overwrite) {
      return overwrite.writeOptions();
    }
    return Map$.MODULE$.empty();
  }

  private static <T> Seq<T> sequence(List<T> elements) {
    return CollectionConverters.asScala(elements).toSeq();
  }
}
