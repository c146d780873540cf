// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tests of Spark's suites that cannot succeed with Albis, by suite, with the reasons. A name is
 * the end of the names of the tests, which may have several variants.
 */
final class ExcludedTests {

  private static final String DROPS_PARTITIONS =
      "partitions of Albis cannot be altered or dropped with SQL";

  private static final String MOVES_FIELDS = "fields of structs keep their places";

  private static final String OWN_PROPERTIES =
      "tables of a warehouse show their location, and have no owner";

  private static final String DEFAULTS = "the value of a default is stored, not its expression";

  private static final String STRUCT_DEFAULTS = "structs have no defaults";

  private static final String TRANSACTIONS =
      "Albis has no transactions of several tables; these look at Spark's tables in memory";

  private static final String UNCOUNTED =
      "adaptive execution drops the operator that counts: the write of partitions shuffles no rows";

  private static final String IN_MEMORY = "it looks at the log of Spark's tables in memory";

  private static final String CASTS = "it casts to Spark's tables in memory";

  private static final String CHECKED_VERSION =
      "tables do not keep the version at which Spark has checked their rows";

  private static final String ROW_ID = "rows are identified by their places, not by a column";

  private static final String DELETES_ROWS = "rows are deleted, whatever the condition";

  private static final String METADATA = "metadata shows that whole row groups are deleted";

  /** Gaps of the rule that leaves comparisons to Spark. */
  private static final Map<String, String> RUNTIME_FILTERS =
      Map.of(
          "SPARK-34637: DPP side broadcast query stage is created firstly",
          "gap: the filtered table is below an aggregate",
          "SPARK-39338: Remove dynamic pruning subquery if pruningKey's references is empty",
          "gap: the table to be pruned is below a union",
          "SPARK-39217: Makes DPP support the pruning side has Union",
          "gap: the table to be pruned is below a union",
          "SPARK-38148: Do not add dynamic partition pruning if there exists static partition"
              + " pruning",
          "Spark does not see the filter that the scan of the large table evaluates",
          "DPP triggers only for certain types of query",
          "gap: one of its queries filters by a subquery");

  private static final Map<String, String> MERGE =
      Map.ofEntries(
          Map.entry("self merge with transactional checks", TRANSACTIONS),
          Map.entry("using view with transactional checks", TRANSACTIONS),
          Map.entry("using nested view with transactional checks", TRANSACTIONS),
          Map.entry("rewritten as INSERT with transactional checks", TRANSACTIONS),
          Map.entry("merge with CTE with transactional checks", TRANSACTIONS),
          Map.entry("merge with cached source and transactional checks", TRANSACTIONS),
          Map.entry("merge handles metadata columns correctly", IN_MEMORY),
          Map.entry(
              "some target filters are evaluated on data source side",
              "the scan evaluates all of them"),
          Map.entry("merge with literal false ON condition", UNCOUNTED),
          Map.entry("merge with statically empty source and only MATCHED clauses", UNCOUNTED));

  private static final Map<String, String> UPDATE =
      Map.ofEntries(
          Map.entry("update table with expression-based default values", DEFAULTS),
          Map.entry("update with current_timestamp default value using DEFAULT keyword", DEFAULTS),
          Map.entry("update with CTE and transactional checks", TRANSACTIONS),
          Map.entry("subquery on source table and transactional checks", TRANSACTIONS),
          Map.entry("using view with transactional checks", TRANSACTIONS),
          Map.entry("df.explain() on update with transactional checks", TRANSACTIONS),
          Map.entry("update handles metadata columns correctly", IN_MEMORY),
          Map.entry("update with subquery handles metadata columns correctly", IN_MEMORY),
          Map.entry("nullable row ID attrs", ROW_ID));

  private static final Map<String, String> DELETE =
      Map.of(
          "delete from table containing struct column with default value",
          STRUCT_DEFAULTS,
          "delete with NULL equality on VOID column",
          "tables have no columns of the type void",
          "delete with unsupported predicates cannot be converted into delete with filters",
          METADATA,
          "delete with subquery on source table and transactional checks",
          TRANSACTIONS,
          "delete with CTE and transactional checks",
          TRANSACTIONS,
          "using view with transactional checks",
          TRANSACTIONS,
          "delete with transactional checks",
          TRANSACTIONS,
          "nullable row ID attrs",
          ROW_ID);

  private static final Map<String, String> DATA_FRAMES =
      Map.ofEntries(
          Map.entry("insertInto: append", CASTS),
          Map.entry("insertInto: append by position", CASTS),
          Map.entry("insertInto: append partitioned table", CASTS),
          Map.entry("insertInto: overwrite non-partitioned table", CASTS),
          Map.entry("insertInto: overwrite partitioned table in static mode", CASTS),
          Map.entry("insertInto: overwrite partitioned table in static mode by position", CASTS),
          Map.entry("temp view with stored plan preserves schema after external ADD COLUMN", CASTS),
          Map.entry("temp view with stored plan detects external column removal", CASTS),
          Map.entry(
              "temp view with stored plan after external drop and re-add column same type", CASTS),
          Map.entry("temp view with stored plan detects external column type change", CASTS),
          Map.entry("temp view with stored plan detects external type widening", CASTS),
          Map.entry("repeated sql() reflects external schema change", CASTS),
          Map.entry(
              "SPARK-54157: join after external ADD COLUMN (table with both table and column ID"
                  + " support)",
              CASTS),
          Map.entry(
              "SPARK-54157: join after external DROP COLUMN (table with both table and column ID"
                  + " support)",
              CASTS),
          Map.entry(
              "SPARK-54157: join after external drop+re-add different-type column (table with both"
                  + " table and column ID support)",
              CASTS),
          Map.entry("SPARK-54022: cached table pinned against external schema change", CASTS),
          Map.entry("insertInto: append across catalog", CASTS),
          Map.entry("saveAsTable: table doesn't exist => create table", CASTS),
          Map.entry("saveAsTable: table exists => append by name", CASTS),
          Map.entry("saveAsTable: ignore mode and table doesn't exist => create table", CASTS),
          Map.entry("SPARK-29778: saveAsTable: append mode takes write options", CASTS),
          Map.entry("add columns with default values", CASTS),
          Map.entry("create/replace table with default values", CASTS),
          Map.entry("create/replace table with complex foldable default values", CASTS),
          Map.entry("SPARK-54424: refresh table cache on schema changes (column removed)", CASTS),
          Map.entry("SPARK-54424: refresh table cache on schema changes (column added)", CASTS),
          Map.entry(
              "SPARK-54424: successfully refresh cache with compatible schema changes", CASTS),
          Map.entry("SPARK-54424: inability to refresh cache shouldn't fail operations", CASTS),
          Map.entry(
              "Cannot write data with intervals to v2", "calendar intervals have no counterpart"),
          Map.entry(
              "SPARK-52860: insert with schema evolution",
              "Spark's tables in memory accept any columns by a property"),
          Map.entry(
              "SPARK-54157: join time travel and current version",
              "it keeps a version in the catalog of Spark's tables in memory"),
          Map.entry("alter table add columns with current like default values", DEFAULTS),
          Map.entry("alter table alter column with current like default values", DEFAULTS),
          Map.entry(
              "create table with conflicting literal function value in nested default value",
              DEFAULTS),
          Map.entry("create/replace table with current like default values", DEFAULTS),
          Map.entry(
              "depth 3 nesting detects deep nested field drop+re-add",
              "the last field of a struct cannot be dropped"),
          Map.entry("reorder preserves top-level column ID", MOVES_FIELDS),
          Map.entry(
              "test default value special column name conflicting with real column name: CREATE",
              DEFAULTS),
          Map.entry(
              "test default value special column name conflicting with real column name: REPLACE",
              DEFAULTS));

  private static final Map<String, String> MERGE_EVOLUTION =
      Map.ofEntries(
          Map.entry(
              "no auto-schema-evolution capability - with evolution clause",
              "a property forbids Spark's tables in memory to evolve"),
          Map.entry(
              "source has missing nested struct field in struct with default value - with evolution"
                  + " clause",
              STRUCT_DEFAULTS),
          Map.entry(
              "source has missing nested struct field in struct with default value - without"
                  + " evolution clause",
              STRUCT_DEFAULTS),
          Map.entry(
              "null struct with missing nested field using default value - with evolution clause",
              STRUCT_DEFAULTS),
          Map.entry(
              "null struct with missing nested field using default value - without evolution"
                  + " clause",
              STRUCT_DEFAULTS),
          Map.entry(
              "null struct with missing nested field using default value - coercion disabled - with"
                  + " evolution clause",
              STRUCT_DEFAULTS),
          Map.entry(
              "null struct with missing nested field using default value - coercion disabled -"
                  + " without evolution clause",
              STRUCT_DEFAULTS));

  private static final Map<String, Map<String, String>> SUITES =
      Map.ofEntries(
          Map.entry("MergeSuite", MERGE),
          Map.entry("MergeEvolutionSuite", MERGE_EVOLUTION),
          Map.entry("MergeBuilderEvolutionSuite", MERGE_EVOLUTION),
          Map.entry("UpdateSuite", UPDATE),
          Map.entry("DeleteSuite", DELETE),
          Map.entry("DataFrameSuite", DATA_FRAMES),
          Map.entry(
              "CheckSuite",
              Map.of(
                  "Alter table add check constraint",
                  CHECKED_VERSION,
                  "Alter table add new check constraint with nested column",
                  CHECKED_VERSION,
                  "Alter table add new check constraint with violation - map type column",
                  CHECKED_VERSION,
                  "Alter table add new check constraint with violation - array type column",
                  CHECKED_VERSION)),
          Map.entry(
              "DeleteWhereSuite",
              Map.of(
                  "fail if has subquery",
                  DELETES_ROWS,
                  "DeleteFrom with v2 filtering: delete with unsupported predicates",
                  DELETES_ROWS)),
          Map.entry("PartitionPruningSuite", RUNTIME_FILTERS),
          Map.entry("AdaptivePartitionPruningSuite", RUNTIME_FILTERS),
          Map.entry(
              "CachedTableSuite",
              Map.of(
                  "InMemoryRelation statistics",
                  "it expects the size in the layout of Spark's serializer")),
          Map.entry(
              "InsertSuite",
              Map.of(
                  "Insert schema evolution: extra column - no auto-schema-evolution capability",
                  "Spark's tables in memory lose the capability by a property")),
          Map.entry(
              "AlterTableSuite",
              Map.of(
                  "AlterTable: SET/DROP NOT NULL",
                  "a column that may have nulls cannot become required",
                  "AlterTable: add column with NOT NULL",
                  "an added column is null in the rows that are there",
                  "AlterTable: update column position",
                  MOVES_FIELDS,
                  "AlterTable: add column with position",
                  MOVES_FIELDS,
                  "AlterTable: alter multiple columns/fields in the same command",
                  DEFAULTS,
                  "AlterTable: change rejected by implementation",
                  "Spark's tables in memory reject it because of a property",
                  "AlterTable: set table property",
                  OWN_PROPERTIES,
                  "AlterTable: remove table property",
                  OWN_PROPERTIES)),
          Map.entry(
              "AggregatePushDownSuite",
              Map.of(
                  "nested column: Count(top level column) push down",
                  "Spark counts structs: their statistics are not visited")),
          Map.entry(
              "CharVarcharSuite",
              Map.of(
                  "char type values should be padded or trimmed: partitioned columns",
                  DROPS_PARTITIONS,
                  "varchar type values length check and trim: partitioned columns",
                  DROPS_PARTITIONS,
                  "oversize char/varchar values for alter table partition operations",
                  DROPS_PARTITIONS,
                  "char/varchar type values length check: partitioned columns of other types",
                  DROPS_PARTITIONS,
                  "SPARK-34233: char/varchar with null value for partitioned columns",
                  "an empty table does not report its partitioning, so that none can be written",
                  "SPARK-48792: Fix INSERT with partial column list to a table with char/varchar",
                  "Spark cancels it for tables of catalogs")));

  private final Map<String, String> reasons;

  private ExcludedTests(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  static ExcludedTests of(String suite) {
    return new ExcludedTests(SUITES.getOrDefault(suite, Map.of()));
  }

  /** Returns why a test is excluded; empty if it is not. */
  Optional<String> reason(String test) {
    return reasons.keySet().stream().filter(test::endsWith).findFirst().map(reasons::get);
  }

  /** Returns the names that no test has. */
  List<String> missing(Set<String> tests) {
    return reasons.keySet().stream()
        .filter(name -> tests.stream().noneMatch(test -> test.endsWith(name)))
        .toList();
  }
}
