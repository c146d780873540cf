// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.internal.source.OpenDatasets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.execution.columnar.InMemoryRelation$;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.scalatest.Suite;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Suites of Spark's own tests that are abstract over the format, or over the catalog, run with
 * tables of Albis. All tests of a suite run; those that cannot succeed are in {@link
 * ExcludedTests}, with the reason, and must fail.
 *
 * <p>{@code -Dalbis.suites=all} runs all suites and all variants of tests, which takes some
 * minutes; {@code -Dalbis.suites=none} runs none. The default leaves out some suites, and two of
 * three tests of changes of rows and of data frames, by the hashes of their names.
 *
 * <p>Suites that are tied to Spark's tables in memory see them in {@link SummaryCatalog}, or have
 * their tables created by {@link RowLevelCatalog}.
 *
 * <p>What cannot be run so:
 *
 * <ul>
 *   <li>{@code FileBasedDataSourceSuite}, {@code FileMetadataStructSuite}, {@code
 *       BucketedReadSuite} and the suites of single formats name their formats in private fields or
 *       in the tests.
 *   <li>{@code ReadSchemaTest} and {@code NestedDataSourceSuiteBase} read files with a schema that
 *       differs from theirs. Albis refuses schemas of the reader; the columns of a table change in
 *       the table.
 *   <li>{@code PrunePartitionSuiteBase} counts the partitions of {@code FileSourceScanExec}.
 *   <li>{@code FileSourceCodecSuite} and {@code SQLInsertTestSuite} are about formats and catalogs
 *       that they name.
 *   <li>{@code KeyGroupedPartitioningSuite}, {@code DataSourceV2SQLSuite} and other suites of V2
 *       sources inspect the classes of Spark's tables in memory.
 *   <li>{@code ChangelogEndToEndSuite}, {@code ChangelogResolutionSuite} and the suites of {@code
 *       ResolveChangelogTable} hand changes, with versions and times of their own, to Spark's
 *       catalog in memory, which returns them. {@code DataSourceV2MetadataViewSuite} does the same
 *       with views.
 *   <li>{@code ProcedureSuite} creates the procedures that it calls, {@code
 *       WriteDistributionAndOrderingSuite} tables with the distribution that it looks for, and
 *       {@code AppendDataTransactionSuite} asks a transaction for the tables in it: only Spark's
 *       catalog in memory has them.
 *   <li>The suites {@code GroupBased*} look for subqueries that replace rows by partition. Their
 *       other tests are those of the suites that run.
 * </ul>
 */
@DisabledIfSystemProperty(named = "albis.suites", matches = "none")
class SparkSuitesTest {

  private static final boolean IS_COMPLETE = "all".equals(System.getProperty("albis.suites"));

  /** The suites set a property that changes how Spark works. */
  @AfterEach
  void restore() {
    OpenDatasets.closeIdle();
    System.clearProperty("spark.testing");
  }

  @TestFactory
  List<DynamicTest> pushesDownAggregates() {
    return tests(new AggregatePushDownSuite());
  }

  /** By default only one of four variants: in the row layout, with {@code p} beside the data. */
  @TestFactory
  List<DynamicTest> prunesSchemas() {
    return tests(
        new SchemaPruningSuite(),
        test ->
            IS_COMPLETE
                || !test.contains(" partition data column - ")
                || test.startsWith("Non-vectorized reader - without"));
  }

  @TestFactory
  List<DynamicTest> inserts() {
    return tests(new InsertSuite());
  }

  @TestFactory
  List<DynamicTest> writesDataFrames() {
    return tests(new DataFrameSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> altersTables() {
    return tests(new AlterTableSuite(), test -> test.startsWith(AlterTableSuite.NAMES));
  }

  @TestFactory
  List<DynamicTest> merges() {
    return tests(new MergeSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> mergesWithEvolution() {
    return tests(new MergeEvolutionSuites.MergeEvolutionSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> mergesDataFramesWithEvolution() {
    return tests(new MergeEvolutionSuites.MergeBuilderEvolutionSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> updates() {
    return tests(new UpdateSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> deletes() {
    return tests(new DeleteSuite(), SparkSuitesTest::isSampled);
  }

  @TestFactory
  List<DynamicTest> deletesByConditions() {
    return tests(new DeleteWhereSuite(), test -> test.contains(DeleteWhereSuite.NAMES));
  }

  @TestFactory
  List<DynamicTest> checksConstraints() {
    return tests(new ConstraintSuites.CheckSuite());
  }

  @TestFactory
  List<DynamicTest> keepsPrimaryKeys() {
    return tests(new ConstraintSuites.PrimaryKeySuite());
  }

  @TestFactory
  List<DynamicTest> keepsUniqueConstraints() {
    return tests(new ConstraintSuites.UniqueSuite());
  }

  @TestFactory
  List<DynamicTest> keepsForeignKeys() {
    return tests(new ConstraintSuites.ForeignKeySuite());
  }

  @TestFactory
  List<DynamicTest> dropsConstraints() {
    return tests(new ConstraintSuites.DropSuite());
  }

  @TestFactory
  List<DynamicTest> keepsViews() {
    return ViewSuites.all().stream().flatMap(suite -> tests(suite).stream()).toList();
  }

  @TestFactory
  List<DynamicTest> reusesExchangesAndSubqueries() {
    return tests(new ReuseSuite());
  }

  @TestFactory
  @EnabledIfSystemProperty(named = "albis.suites", matches = "all")
  List<DynamicTest> readsCharAndVarchar() {
    return tests(new CharVarcharSuite());
  }

  @TestFactory
  @EnabledIfSystemProperty(named = "albis.suites", matches = "all")
  List<DynamicTest> prunesByKeysOfJoins() {
    return tests(new PartitionPruningSuite());
  }

  @TestFactory
  @EnabledIfSystemProperty(named = "albis.suites", matches = "all")
  List<DynamicTest> prunesByKeysOfJoinsInAdaptivePlans() {
    return tests(new AdaptivePartitionPruningSuite());
  }

  @TestFactory
  List<DynamicTest> passesOptionsToHadoop() {
    return tests(new HadoopOptionsSuite(), test -> test.startsWith("Propagate Hadoop configs"));
  }

  @TestFactory
  List<DynamicTest> cachesTables() throws ReflectiveOperationException {
    return testsOfCache("org.apache.spark.sql.CachedTableSuite");
  }

  @TestFactory
  List<DynamicTest> cachesColumns() throws ReflectiveOperationException {
    return testsOfCache("org.apache.spark.sql.execution.columnar.InMemoryColumnarQuerySuite");
  }

  @TestFactory
  List<DynamicTest> cachesDatasets() throws ReflectiveOperationException {
    return testsOfCache("org.apache.spark.sql.DatasetCacheSuite");
  }

  @TestFactory
  List<DynamicTest> prunesCachedBatches() throws ReflectiveOperationException {
    return testsOfCache("org.apache.spark.sql.execution.columnar.PartitionBatchPruningSuite");
  }

  /**
   * The tests of a suite of Spark's cache, with the serializer of Albis: as it is, since javac
   * cannot compile against annotations that are in none of Spark's jars.
   */
  private static List<DynamicTest> testsOfCache(String suite) throws ReflectiveOperationException {
    Map<String, String> settings =
        Map.of(
            "spark.sql.cache.serializer",
            AlbisCacheSerializer.class.getName(),
            // The default depends on the property that the suites set.
            "spark.sql.timeType.enabled",
            "true");
    settings.forEach(System::setProperty);
    // Spark creates one serializer for the process.
    InMemoryRelation$.MODULE$.clearSerializer();
    try {
      return tests(
          Class.forName(suite).asSubclass(Suite.class).getDeclaredConstructor().newInstance(),
          SparkSuitesTest::isSampled);
    } finally {
      settings.keySet().forEach(System::clearProperty);
      InMemoryRelation$.MODULE$.clearSerializer();
    }
  }

  private static boolean isSampled(String test) {
    return IS_COMPLETE || Math.floorMod(test.hashCode(), 4) == 0;
  }

  private static List<DynamicTest> tests(Suite suite) {
    return tests(suite, test -> true);
  }

  private static List<DynamicTest> tests(Suite suite, Predicate<String> selected) {
    ExcludedTests excluded = ExcludedTests.of(suite.getClass().getSimpleName());
    List<DynamicTest> tests = new ArrayList<>();
    SuiteRun.of(suite, selected)
        .forEach(
            (name, failure) ->
                tests.add(
                    DynamicTest.dynamicTest(
                        name, () -> check(name, failure, excluded.reason(name)))));
    assertThat(tests).isNotEmpty();
    assertThat(excluded.missing(CollectionConverters.asJava(suite.testNames()))).isEmpty();
    return tests;
  }

  private static void check(String name, Optional<Throwable> failure, Optional<String> reason) {
    if (reason.isPresent()) {
      assertThat(failure)
          .as(name + " succeeds, although it is excluded: " + reason.get())
          .isPresent();
    } else if (failure.isPresent()) {
      throw new AssertionError(name + ": " + failure.get().getMessage(), failure.get());
    }
  }
}
