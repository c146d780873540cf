// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the scan of a table that is enough for a query. */
final class TableScans {

  private final DuckDb database;
  private final ParsedQuery query;
  private final Map<TableUse, Dataset> datasets;
  private final boolean canPrune;

  /**
   * Creates scans for the tables of a query.
   *
   * @param datasets of the references that are tables of Albis
   * @param canPrune whether rows that the conditions of the query rule out may be left out
   */
  TableScans(
      DuckDb database, ParsedQuery query, Map<TableUse, Dataset> datasets, boolean canPrune) {
    this.database = database;
    this.query = query;
    this.datasets = datasets;
    this.canPrune = canPrune;
  }

  /** Returns the scan for a reference. */
  DatasetScan of(TableUse use) {
    DatasetScan scan = datasets.get(use).scan();
    List<Field> fields = scan.schema().fields();
    if (!query.needsWhole(use) && haveDistinctNames(fields)) {
      List<Field> needed = fields.stream().filter(field -> query.mayNeed(field.name())).toList();
      if (needed.isEmpty()) {
        needed = List.of(fields.stream().min(Comparator.comparing(TableScans::cost)).orElseThrow());
      }
      scan = scan.select(needed.stream().map(TableScans::path).toList());
    }
    Optional<Predicate> condition = canPrune ? condition(use) : Optional.empty();
    return condition.isPresent() ? scan.pruneBy(condition.get()) : scan;
  }

  /** Returns whether no two names differ in case only, for DuckDB. */
  static boolean haveDistinctNames(List<Field> fields) {
    Set<String> names = new HashSet<>();
    return fields.stream().allMatch(field -> names.add(field.name().toLowerCase(Locale.ROOT)));
  }

  /** Orders columns by how long their values are. */
  private static int cost(Field field) {
    Type type = field.type();
    return type.isVariableLength() || type.isNested() ? Integer.MAX_VALUE : type.fixedWidth();
  }

  private static String path(Field field) {
    return Field.quote(field.name());
  }

  /** Returns what is certain of all rows of a reference that matter. */
  Optional<Predicate> condition(TableUse use) {
    List<Predicate> all = new ArrayList<>();
    for (ParsedQuery.Condition condition : query.conditions()) {
      if (condition.targets().contains(use)) {
        new ConditionReader(
                names -> column(use, names, condition.inScope()),
                database::constant,
                (column, constant) -> Literals.forScan(column.type(), constant),
                true)
            .read(condition.expression())
            .ifPresent(all::add);
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(Predicate.and(all));
  }

  /** Returns the column of a table that names refer to, if they certainly do. */
  private Optional<ConditionReader.Column> column(
      TableUse use, List<String> names, List<TableUse> inScope) {
    String name = names.get(names.size() - 1);
    if (names.size() == 2) {
      String alias = names.get(0).toLowerCase(Locale.ROOT);
      boolean isOnly =
          alias.equals(use.alias())
              && inScope.stream().filter(other -> other.alias().equals(alias)).count() == 1;
      return isOnly ? column(use, name) : Optional.empty();
    }
    if (names.size() != 1
        || inScope.stream()
            .anyMatch(other -> other != use && (!isKnown(other) || has(other, name)))) {
      return Optional.empty();
    }
    return column(use, name);
  }

  /** Whether the names of its columns are known. */
  private boolean isKnown(TableUse use) {
    return datasets.containsKey(use) && !use.hasColumnAliases();
  }

  private boolean has(TableUse use, String name) {
    return find(use, name).isPresent();
  }

  private Optional<Field> find(TableUse use, String name) {
    Schema schema = datasets.get(use).schema();
    return schema.fields().stream().filter(field -> field.name().equalsIgnoreCase(name)).findAny();
  }

  private Optional<ConditionReader.Column> column(TableUse use, String name) {
    if (!isKnown(use) || !haveDistinctNames(datasets.get(use).schema().fields())) {
      return Optional.empty();
    }
    return find(use, name)
        .filter(field -> field.type().nesting() == Nesting.NONE)
        .map(field -> new ConditionReader.Column(path(field), field.type()));
  }
}
