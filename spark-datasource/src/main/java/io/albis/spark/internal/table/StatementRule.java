// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.CommentOnTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.SetTableLocation;
import org.apache.spark.sql.catalyst.plans.logical.SetTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnsetTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Refuses statements that Spark would accept and that change nothing, or that it would refuse
 * without saying what to do, while they are analyzed. Replaces tables that other session catalogs
 * than Spark's return as relations of the older interface by those of the newer one.
 */
final class StatementRule extends Rule<LogicalPlan> {

  private static final String SESSION_CATALOG = "spark_catalog";

  private final String pathCatalog;

  /**
   * Creates a rule.
   *
   * @param pathCatalog class of the catalog of paths
   */
  StatementRule(String pathCatalog) {
    this.pathCatalog = pathCatalog;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    LogicalPlan replaced = plan;
    if (plan instanceof LogicalRelation relation
        && relation.relation() instanceof CatalogRelation table) {
      replaced = table.plan();
    } else if (plan instanceof DataSourceV2Relation relation
        && relation.table() instanceof AlbisTable table
        && table.isAtOtherVersion(relation.options())) {
      replaced = PlanFields.replace(plan, table, table.atVersionOf(relation.options()));
    } else if (plan instanceof ResolvedTable table
        && table.table() instanceof AlbisTable shown
        && table.catalog().name().equals(SESSION_CATALOG)) {
      replaced = withComment(table, shown);
    }
    check(replaced);
    return replaced.mapChildren(this::apply);
  }

  /** Adds the comment, which the session catalog keeps apart from the properties of a table. */
  private static LogicalPlan withComment(ResolvedTable resolved, AlbisTable table) {
    String[] namespace = resolved.identifier().namespace();
    if (table.properties().containsKey(TableCatalog.PROP_COMMENT) || namespace.length != 1) {
      return resolved;
    }
    Option<String> comment;
    try {
      SessionCatalog catalog = TableLoader.session().sessionState().catalog();
      comment =
          catalog
              .getTableMetadata(
                  new TableIdentifier(resolved.identifier().name(), Option.apply(namespace[0])))
              .comment();
    } catch (AnalysisException e) {
      return resolved; // Another session has dropped it.
    }
    if (comment.isEmpty()) {
      return resolved;
    }
    Map<String, String> properties = new TreeMap<>(table.properties());
    properties.put(TableCatalog.PROP_COMMENT, comment.get());
    return PlanFields.replace(resolved, table, table.withProperties(properties));
  }

  private void check(LogicalPlan plan) {
    if (plan instanceof DataSourceV2Relation relation) {
      if (relation.table() instanceof UnavailableTable table) {
        throw UserErrors.rethrow(table.failure());
      }
    } else if (plan instanceof ResolvedTable resolved) {
      // The session catalog can drop and alter a table that cannot be read; a path has no table.
      if (resolved.table() instanceof UnavailableTable
          && !resolved.catalog().name().equals(SESSION_CATALOG)) {
        throw UserErrors.rethrow(new NoSuchTableException(resolved.identifier()));
      }
    } else if (plan instanceof StreamingRelationV2 relation) {
      if (isOfAlbis(relation.table())) {
        throw UserErrors.noStreamFrom(relation.table().name());
      }
    } else if (plan instanceof InsertIntoStatement insert) {
      refuse("insert into ", insert.table());
    } else if (plan instanceof V2WriteCommand write) {
      refuse("write to ", (LogicalPlan) write.table());
    } else if (plan instanceof DeleteFromTable
        || plan instanceof UpdateTable
        || plan instanceof MergeIntoTable) {
      refuse("change rows of ", plan.children().head());
    } else if (plan instanceof AlterTableCommand alter) {
      checkAlter(alter);
    } else if (plan instanceof CreateTableAsSelect create) {
      refuseQuery(create.name(), create.tableSpec());
    } else if (plan instanceof ReplaceTableAsSelect replace) {
      refuseQuery(replace.name(), replace.tableSpec());
    } else if (plan instanceof CreateTable create) {
      checkCreate(create.name(), create.tableSpec(), create.ignoreIfExists());
    } else if (plan instanceof ReplaceTable replace) {
      checkCreate(replace.name(), replace.tableSpec(), false);
    }
  }

  private static void refuse(String verb, LogicalPlan target) {
    if (target instanceof SubqueryAlias alias) {
      refuse(verb, alias.child());
    } else if (target instanceof DataSourceV2Relation relation && isOfAlbis(relation.table())) {
      throw UserErrors.readOnly(verb + relation.table().name());
    } else if (target instanceof LogicalRelation relation
        && relation.relation() instanceof CatalogRelation table) {
      throw UserErrors.readOnly(verb + table.name());
    }
  }

  private static boolean isOfAlbis(Table table) {
    return table instanceof AlbisTable || table instanceof UnavailableTable;
  }

  /** What a catalog stores itself can be altered, and is shown by DESCRIBE. */
  private static void checkAlter(AlterTableCommand alter) {
    boolean isStored =
        alter instanceof CommentOnTable
            || alter instanceof SetTableProperties
            || alter instanceof UnsetTableProperties
            || alter instanceof SetTableLocation;
    if (!isStored && alter.table() instanceof ResolvedTable table && isOfAlbis(table.table())) {
      throw UserErrors.readOnly("alter the columns of " + table.table().name());
    }
  }

  private void refuseQuery(LogicalPlan name, TableSpecBase spec) {
    if (isOfAlbis(name, spec)) {
      throw UserErrors.readOnly(
          "create " + ((ResolvedIdentifier) name).identifier().name() + " from a query");
    }
  }

  /** Spark would create a table that cannot be read. When it replaces one, it first drops that. */
  private void checkCreate(LogicalPlan name, TableSpecBase spec, boolean ignoreIfExists) {
    if (!isOfAlbis(name, spec)) {
      return;
    }
    if (spec.location().isEmpty()) {
      throw UserErrors.readOnly(
          "create a table USING albis without the LOCATION of an existing one");
    }
    if (!ignoreIfExists && spec instanceof TableSpec resolved) {
      Map<String, String> options = new TreeMap<>(CollectionConverters.asJava(resolved.options()));
      options.put("path", spec.location().get());
      TableLoader.load(PathIdentifier.of(new CaseInsensitiveStringMap(options)));
    }
  }

  private boolean isOfAlbis(LogicalPlan name, TableSpecBase spec) {
    if (!(name instanceof ResolvedIdentifier resolved)) {
      return false;
    }
    Option<String> provider = spec.provider();
    String format = provider.isDefined() ? provider.get() : SQLConf.get().defaultDataSourceName();
    return resolved.catalog().getClass().getName().equals(pathCatalog)
        || resolved.catalog().name().equals(SESSION_CATALOG) && format.equalsIgnoreCase("albis");
  }
}
