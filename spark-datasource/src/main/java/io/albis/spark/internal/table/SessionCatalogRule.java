// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.compat.Appends;
import java.util.Optional;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.CreateTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;

/**
 * Resolves the tables of Albis that statements change through a session catalog other than Spark's
 * own ({@link AlbisSessionCatalog}), before Spark does: Spark would refuse them, or treat them as
 * files. The tables of {@code INSERT}, {@code UPDATE}, {@code DELETE} and {@code MERGE}, and those
 * that are read, are resolved by Spark and replaced by {@link StatementRule}.
 */
final class SessionCatalogRule extends Rule<LogicalPlan> {

  /** Not a class of all versions of Spark. */
  private static final String SAVE_AS_TABLE = "SaveAsV1TableCommand";

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof V2WriteCommand write
        && write.table() instanceof UnresolvedRelation named
        && !named.isStreaming()) {
      return find(named.multipartIdentifier(), SessionCatalogRule::relation)
          .map(table -> (LogicalPlan) write.withNewTable(table))
          .orElse(plan);
    } else if (plan instanceof CreateTable create
        && create.query().isDefined()
        && AlbisSessionCatalog.isAlbis(create.tableDesc().provider())) {
      return saved(create);
    } else if (plan.getClass().getSimpleName().equals(SAVE_AS_TABLE)
        && plan.productElement(0) instanceof CatalogTable table
        && AlbisSessionCatalog.isAlbis(table.provider())
        && plan.productElement(1) == SaveMode.Overwrite) {
      throw StatementRule.replaced(table.identifier().table());
    }
    return plan.mapChildren(
        child ->
            child instanceof UnresolvedTable named
                ? find(named.multipartIdentifier(), ResolvedTable::create)
                    .map(LogicalPlan.class::cast)
                    .orElse(child)
                : child);
  }

  /** {@code saveAsTable} of a table that exists; Spark would write the rows as files. */
  private static LogicalPlan saved(CreateTable create) {
    if (create.mode() != SaveMode.Append) {
      return create;
    }
    CatalogTable described = create.tableDesc();
    return find(described.identifier().nameParts(), SessionCatalogRule::relation)
        .map(
            relation ->
                (LogicalPlan)
                    Appends.byName(
                        relation, create.query().get(), described.storage().properties()))
        .orElse(create);
  }

  private static DataSourceV2Relation relation(
      AlbisSessionCatalog catalog, Identifier identifier, Table table) {
    return DataSourceV2Relation.create(table, Option.apply(catalog), Option.apply(identifier));
  }

  /** Makes something of a table. */
  private interface Resolution<P> {
    P of(AlbisSessionCatalog catalog, Identifier identifier, Table table);
  }

  private static <P> Optional<P> find(Seq<String> name, Resolution<P> resolution) {
    SparkSession session = TableLoader.session();
    if (session.sessionState().catalog().isTempView(name)) {
      return Optional.empty();
    }
    Option<Tuple2<CatalogPlugin, Identifier>> found =
        session.sessionState().analyzer().CatalogAndIdentifier().unapply(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Identifier identifier = found.get()._2();
    return AlbisSessionCatalog.of(found.get()._1())
        .flatMap(
            catalog ->
                catalog
                    .albisTable(identifier)
                    .map(table -> resolution.of(catalog, identifier, table)));
  }
}
