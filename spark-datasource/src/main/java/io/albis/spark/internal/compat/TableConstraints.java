// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import io.albis.format.internal.metadata.Constraints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.CheckConstraint;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ForeignKeyConstraint;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PrimaryKeyConstraint;
import org.apache.spark.sql.catalyst.expressions.TableConstraint;
import org.apache.spark.sql.catalyst.expressions.UniqueConstraint;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.plans.logical.AddCheckConstraint;
import org.apache.spark.sql.catalyst.plans.logical.AddConstraint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.constraints.Check;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.catalog.constraints.ForeignKey;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.catalog.constraints.Unique;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Constraints of tables, which exist since Spark 4.1; earlier versions cannot load this class. A
 * table stores each as a property, whose value is the constraint in SQL, such as {@code CHECK (x >
 * 0)}.
 */
public final class TableConstraints {

  private static final String RELY = " RELY";

  private TableConstraints() {}

  /**
   * Returns constraints as Spark has them.
   *
   * @param table its name, for messages
   * @param stored the properties that are constraints
   * @throws IllegalArgumentException if Spark cannot parse one
   */
  public static Constraint[] parse(String table, Map<String, String> stored) {
    List<Constraint> constraints = new ArrayList<>();
    stored.forEach(
        (key, sql) -> {
          TableConstraint parsed = parse(table, key, sql);
          constraints.add(
              parsed instanceof CheckConstraint check ? toSpark(check) : parsed.toV2Constraint());
        });
    return constraints.toArray(Constraint[]::new);
  }

  /** Spark has no columns here, which its own conversion needs. */
  private static Constraint toSpark(CheckConstraint check) {
    // A condition of an unknown value is satisfied; NULL by itself has no type.
    boolean isNull = check.child() instanceof Literal literal && literal.value() == null;
    return Constraint.check(check.name())
        .predicateSql(check.condition())
        .predicate(isNull ? new AlwaysTrue() : null)
        .rely(check.userProvidedCharacteristic().rely().contains(true))
        .enforced(true)
        .validationStatus(Constraint.ValidationStatus.UNVALIDATED)
        .build();
  }

  @SuppressWarnings("IllegalCatch") // of a checked exception that Spark's parser does not declare
  private static TableConstraint parse(String table, String key, String sql) {
    String name = key.substring(Constraints.PREFIX.length());
    try {
      LogicalPlan plan =
          new CatalystSqlParser()
              .parsePlan(
                  "ALTER TABLE t ADD CONSTRAINT " + QuotingUtils.quoteIdentifier(name) + " " + sql);
      return plan instanceof AddCheckConstraint add
          ? add.checkConstraint()
          : ((AddConstraint) plan).tableConstraint();
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "Invalid constraint "
              + name
              + " of table "
              + table
              + ": "
              + sql
              + " (expected a constraint in SQL, such as CHECK (x > 0))",
          e);
    }
  }

  /**
   * Returns the name of a constraint that uses a column.
   *
   * @param columns the names of the columns of the table
   * @param path of the column, or of a field of a struct
   */
  public static Optional<String> using(
      String table, Map<String, String> stored, List<String> columns, List<String> path) {
    return stored.entrySet().stream()
        .filter(
            entry ->
                references(parse(table, entry.getKey(), entry.getValue())).stream()
                    .anyMatch(parts -> isSame(unqualified(parts, columns), path)))
        .map(entry -> entry.getKey().substring(Constraints.PREFIX.length()))
        .findFirst();
  }

  private static List<List<String>> references(TableConstraint constraint) {
    List<List<String>> references = new ArrayList<>();
    if (constraint instanceof PrimaryKeyConstraint key) {
      addColumns(key.columns(), references);
    } else if (constraint instanceof UniqueConstraint unique) {
      addColumns(unique.columns(), references);
    } else if (constraint instanceof ForeignKeyConstraint key) {
      addColumns(key.childColumns(), references);
    } else if (constraint instanceof CheckConstraint check) {
      addAttributes(check.child(), references);
    }
    return references;
  }

  private static void addColumns(Seq<String> names, List<List<String>> references) {
    CollectionConverters.asJava(names).forEach(name -> references.add(List.of(name)));
  }

  private static void addAttributes(Expression expression, List<List<String>> references) {
    if (expression instanceof UnresolvedAttribute attribute) {
      references.add(CollectionConverters.asJava(attribute.nameParts()));
    }
    CollectionConverters.asJava(expression.children())
        .forEach(child -> addAttributes(child, references));
  }

  /** Leaves out the name of the table. */
  private static List<String> unqualified(List<String> parts, List<String> columns) {
    for (int i = 0; i < parts.size(); i++) {
      if (columns.stream().anyMatch(parts.get(i)::equalsIgnoreCase)) {
        return parts.subList(i, parts.size());
      }
    }
    return List.of();
  }

  /** Whether one of two columns is the other one, or in it. */
  private static boolean isSame(List<String> reference, List<String> path) {
    int length = Math.min(reference.size(), path.size());
    return length > 0
        && IntStream.range(0, length).allMatch(i -> reference.get(i).equalsIgnoreCase(path.get(i)));
  }

  /** Whether a change is one of the constraints of a table. */
  public static boolean isChange(TableChange change) {
    return change instanceof TableChange.AddConstraint
        || change instanceof TableChange.DropConstraint;
  }

  /**
   * Returns the constraints after a change, as properties. Throws Spark's exception if the change
   * is not possible.
   *
   * @param table its name, for messages
   * @param stored the properties that are constraints
   */
  public static Map<String, String> changed(
      String table, Map<String, String> stored, TableChange change) {
    Map<String, String> changed =
        toProperties(
            CatalogV2Util.collectConstraintChanges(
                new Constrained(table, parse(table, stored)),
                CollectionConverters.asScala(List.of(change)).toList()));
    if (change instanceof TableChange.DropConstraint drop) {
      // Spark compares names without case when it looks for the constraint, but not here.
      changed.keySet().removeIf((Constraints.PREFIX + drop.name())::equalsIgnoreCase);
    }
    return changed;
  }

  /**
   * Returns the version of the table of which Spark has checked all rows; empty if none has to be.
   *
   * @throws IllegalArgumentException if Spark must have checked the rows, and has not
   */
  public static Optional<String> checkedVersion(TableChange change) {
    if (!(change instanceof TableChange.AddConstraint add)
        || !(add.constraint() instanceof Check check)) {
      return Optional.empty();
    }
    if (add.validatedTableVersion() == null) {
      throw new IllegalArgumentException(
          "Cannot add constraint "
              + check.name()
              + ": Spark has not checked the rows of the table");
    }
    return Optional.of(add.validatedTableVersion());
  }

  /** A table with nothing but constraints. */
  private static final class Constrained implements Table {

    private final String name;
    private final Constraint[] constraints;

    Constrained(String name, Constraint[] constraints) {
      this.name = name;
      this.constraints = constraints;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Constraint[] constraints() {
      return constraints;
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of();
    }
  }

  /**
   * Returns the properties for the constraints of a new table.
   *
   * @param info of the statement that creates it
   */
  public static Map<String, String> of(TableInfo info) {
    return toProperties(info.constraints());
  }

  private static Map<String, String> toProperties(Constraint[] constraints) {
    Map<String, String> properties = new TreeMap<>();
    for (Constraint constraint : constraints) {
      properties.put(
          Constraints.PREFIX + constraint.name(),
          toSql(constraint) + (constraint.rely() ? RELY : ""));
    }
    return properties;
  }

  private static String toSql(Constraint constraint) {
    if (constraint instanceof Check check) {
      return "CHECK (" + check.predicateSql() + ")";
    } else if (constraint instanceof PrimaryKey key) {
      return "PRIMARY KEY " + columns(key.columns());
    } else if (constraint instanceof Unique unique) {
      return "UNIQUE " + columns(unique.columns());
    } else if (constraint instanceof ForeignKey key) {
      return "FOREIGN KEY "
          + columns(key.columns())
          + " REFERENCES "
          + quoted(key.referencedTable())
          + " "
          + columns(key.referencedColumns());
    }
    throw new IllegalArgumentException(
        "Cannot add constraint " + constraint.name() + ": it is of an unknown kind");
  }

  private static String columns(NamedReference[] columns) {
    return Arrays.stream(columns)
        .map(column -> quoted(column.fieldNames()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String quoted(Identifier table) {
    String[] parts = Arrays.copyOf(table.namespace(), table.namespace().length + 1);
    parts[parts.length - 1] = table.name();
    return quoted(parts);
  }

  private static String quoted(String[] parts) {
    return Arrays.stream(parts).map(QuotingUtils::quoteIdentifier).collect(Collectors.joining("."));
  }
}
