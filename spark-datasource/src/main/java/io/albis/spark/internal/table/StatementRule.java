// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.CommentOnTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.DescribeRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.SetTableLocation;
import org.apache.spark.sql.catalyst.plans.logical.SetTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.ShowCreateTable;
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

  private static final String SESSION_CATALOG = AlbisSessionCatalog.NAME;

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    LogicalPlan replaced = plan;
    if (plan instanceof LogicalRelation relation
        && relation.relation() instanceof CatalogRelation table) {
      replaced = table.plan();
    } else if (plan instanceof InsertIntoStatement insert
        && insert.table() instanceof LogicalRelation relation
        && relation.relation() instanceof CatalogRelation table) {
      replaced = PlanFields.replace(plan, relation, table.plan());
    } else if (plan instanceof CreateTableAsSelect create
        && isOfSessionCatalog(create.name(), create.tableSpec())) {
      replaced = throughAlbis(create);
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
    LogicalPlan done = replaced.mapChildren(this::apply);
    if (done instanceof DescribeRelation describe) {
      return shown(done, describe.relation());
    }
    // The session catalog knows no such partitions; the location that it is given has them.
    return done instanceof ShowCreateTable create && !isOfSessionCatalog(create.child())
        ? shown(done, create.child())
        : done;
  }

  private static boolean isOfSessionCatalog(LogicalPlan target) {
    return target instanceof ResolvedTable table && table.catalog().name().equals(SESSION_CATALOG);
  }

  /**
   * Shows all partitions of a table, also those that Spark cannot use, and whether the session
   * catalog owns its files.
   */
  private static LogicalPlan shown(LogicalPlan statement, LogicalPlan target) {
    if (!(target instanceof ResolvedTable resolved)
        || !(resolved.table() instanceof AlbisTable table)) {
      return statement;
    }
    boolean isManaged =
        metadata(resolved)
            .filter(stored -> stored.tableType().equals(CatalogTableType.MANAGED()))
            .isPresent();
    AlbisTable typed =
        isManaged ? table.withProperties(TableProperties.managed(table.properties())) : table;
    AlbisTable described = typed.described();
    boolean isSame =
        described.equals(table) && described.partitioning().length == table.partitioning().length;
    return isSame
        ? statement
        : PlanFields.replace(statement, target, PlanFields.replace(resolved, table, described));
  }

  /** What the session catalog has stored of a table; empty if it is one of another catalog. */
  private static Optional<CatalogTable> metadata(ResolvedTable resolved) {
    String[] namespace = resolved.identifier().namespace();
    if (!isOfSessionCatalog(resolved) || namespace.length != 1) {
      return Optional.empty();
    }
    try {
      SessionCatalog catalog = TableLoader.session().sessionState().catalog();
      return Optional.of(
          catalog.getTableMetadata(
              new TableIdentifier(resolved.identifier().name(), Option.apply(namespace[0]))));
    } catch (AnalysisException e) {
      return Optional.empty(); // Another session has dropped it.
    }
  }

  /** Adds the comment, which the session catalog keeps apart from the properties of a table. */
  private static LogicalPlan withComment(ResolvedTable resolved, AlbisTable table) {
    if (table.properties().containsKey(TableCatalog.PROP_COMMENT)) {
      return resolved;
    }
    Option<String> comment = metadata(resolved).map(CatalogTable::comment).orElseGet(Option::empty);
    if (comment.isEmpty()) {
      return resolved;
    }
    Map<String, String> properties = new TreeMap<>(table.properties());
    properties.put(TableCatalog.PROP_COMMENT, comment.get());
    return PlanFields.replace(resolved, table, table.withProperties(properties));
  }

  private static void check(LogicalPlan plan) {
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
      if (relation.table() instanceof UnavailableTable table) {
        throw UserErrors.rethrow(table.failure());
      }
    } else if (plan instanceof InsertIntoStatement insert) {
      checkTarget(insert.table());
    } else if (plan instanceof V2WriteCommand write) {
      checkTarget((LogicalPlan) write.table());
    } else if (plan instanceof UpdateTable || plan instanceof MergeIntoTable) {
      checkTarget(plan.children().head());
    } else if (plan instanceof AlterTableCommand alter) {
      checkAlter(alter);
    } else if (plan instanceof CreateTableAsSelect create) {
      checkNew(create.name(), create.tableSpec(), create.ignoreIfExists());
    } else if (plan instanceof ReplaceTableAsSelect replace) {
      checkReplaced(replace.name(), replace.tableSpec());
    } else if (plan instanceof CreateTable create) {
      checkCreate(create.name(), create.tableSpec(), create.ignoreIfExists());
    } else if (plan instanceof ReplaceTable replace) {
      checkCreate(replace.name(), replace.tableSpec(), false);
    }
  }

  private static void checkTarget(LogicalPlan target) {
    if (target instanceof SubqueryAlias alias) {
      checkTarget(alias.child());
    } else if (target instanceof DataSourceV2Relation relation
        && relation.table() instanceof UnavailableTable table
        && table.target() == null) {
      throw UserErrors.rethrow(table.failure());
    }
  }

  /** Other session catalogs would not write the rows of a table that they create. */
  private static LogicalPlan throughAlbis(CreateTableAsSelect create) {
    ResolvedIdentifier name = (ResolvedIdentifier) create.name();
    return AlbisSessionCatalog.of(name.catalog())
        .map(catalog -> PlanFields.replace(name, name.catalog(), catalog))
        .map(named -> (LogicalPlan) PlanFields.replace(create, name, named))
        .orElse(create);
  }

  private static boolean isOfAlbis(Table table) {
    return table instanceof AlbisTable || table instanceof UnavailableTable;
  }

  /** What the session catalog stores itself can be altered, and is shown by DESCRIBE. */
  private static void checkAlter(AlterTableCommand alter) {
    boolean isStored =
        alter instanceof CommentOnTable
            || alter instanceof SetTableProperties
            || alter instanceof UnsetTableProperties
            || alter instanceof SetTableLocation;
    if (!isStored
        && alter.table() instanceof ResolvedTable table
        && table.catalog().name().equals(SESSION_CATALOG)
        && isOfAlbis(table.table())) {
      throw UserErrors.of(
          "Cannot alter the columns of "
              + table.table().name()
              + " through the session catalog (name the table by its path, as in ALTER TABLE"
              + " albis.`/path`)",
          null);
    }
  }

  /** The session catalog would append the rows to a table that is already there. */
  private static void checkNew(LogicalPlan name, TableSpecBase spec, boolean ignoreIfExists) {
    if (isOfSessionCatalog(name, spec) && spec.location().isDefined() && !ignoreIfExists) {
      PathIdentifier path = path(spec);
      if (TableLoader.exists(path)) {
        throw UserErrors.of(
            "Cannot create "
                + ((ResolvedIdentifier) name).identifier().name()
                + " from a query: there is a table at "
                + path.name()
                + " (insert into it, or choose another LOCATION)",
            null);
      }
    }
  }

  private static void checkReplaced(LogicalPlan name, TableSpecBase spec) {
    if (isOfSessionCatalog(name, spec)) {
      throw replaced(((ResolvedIdentifier) name).identifier().name());
    }
  }

  /** The session catalog would drop the table first. */
  static RuntimeException replaced(String table) {
    return UserErrors.unsupported(
        "replace "
            + table
            + " of the session catalog by a query (overwrite its rows, or replace the table by"
            + " its path, as in CREATE OR REPLACE TABLE albis.`/path` AS SELECT ...)");
  }

  private static PathIdentifier path(TableSpecBase spec) {
    Map<String, String> options = new TreeMap<>();
    if (spec instanceof TableSpec resolved) {
      options.putAll(CollectionConverters.asJava(resolved.options()));
    }
    options.put("path", spec.location().get());
    return PathIdentifier.of(new CaseInsensitiveStringMap(options));
  }

  /** Spark would create a table that cannot be read. When it replaces one, it first drops that. */
  private static void checkCreate(LogicalPlan name, TableSpecBase spec, boolean ignoreIfExists) {
    if (!isOfSessionCatalog(name, spec)) {
      return;
    }
    if (spec.location().isEmpty()) {
      throw UserErrors.unsupported(
          "create a table USING albis without the LOCATION of an existing one, and not AS SELECT");
    }
    if (!ignoreIfExists && spec instanceof TableSpec) {
      TableLoader.load(path(spec));
    }
  }

  private static boolean isOfSessionCatalog(LogicalPlan name, TableSpecBase spec) {
    if (!(name instanceof ResolvedIdentifier resolved)) {
      return false;
    }
    Option<String> provider = spec.provider();
    String format = provider.isDefined() ? provider.get() : SQLConf.get().defaultDataSourceName();
    return resolved.catalog().name().equals(SESSION_CATALOG)
        && AlbisSessionCatalog.isAlbis(Option.apply(format));
  }
}
