// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules on dependencies between modules and packages.
 *
 * <p>The root package and the packages of libraries are parameters, so that the same rules can be
 * applied to fixtures that violate them.
 */
final class ModuleRules {

  /**
   * The other modules that each module may depend on. No module may depend on hdfs, crail, spark or
   * bench.
   */
  static final Map<String, Set<String>> MODULES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("format", Set.of()),
              Map.entry("storage", Set.of()),
              Map.entry("table", Set.of("format", "storage")),
              Map.entry("writer", Set.of("format", "storage", "table")),
              Map.entry("reader", Set.of("format", "storage", "table")),
              Map.entry("maintenance", Set.of("format", "storage", "table", "writer", "reader")),
              Map.entry("convert", Set.of("format", "storage", "writer", "reader")),
              Map.entry("hdfs", Set.of("storage")),
              Map.entry("crail", Set.of("storage")),
              Map.entry("spark", Set.of("format", "storage", "reader", "writer", "maintenance")),
              Map.entry("tools", Set.of("format", "storage")),
              Map.entry(
                  "cli",
                  Set.of(
                      "format", "storage", "writer", "reader", "maintenance", "convert", "tools")),
              Map.entry("bench", Set.of("format", "storage", "writer", "reader", "tools"))));

  /**
   * What several modules of Albis use and no user does: the metadata of the format, what storage
   * backends have in common, the replay of a cache's trace, steps of maintenance, and values as
   * text.
   */
  static final List<String> SHARED_INTERNALS =
      List.of(
          "format.internal",
          "storage.internal.backend",
          "storage.internal.memory",
          "reader.internal.replay",
          "maintenance.internal",
          "convert.internal.literal");

  private final String root;
  private final String protobuf;
  private final String arrow;
  private final String hdfsClient;

  /**
   * Creates the rules.
   *
   * @param root the package that contains one package for each module
   * @param protobuf the package of Protocol Buffers
   * @param arrow the package of Arrow
   * @param hdfsClient the package of the HDFS client
   */
  ModuleRules(String root, String protobuf, String arrow, String hdfsClient) {
    this.root = root;
    this.protobuf = protobuf;
    this.arrow = arrow;
    this.hdfsClient = hdfsClient;
  }

  ArchRule everyClassBelongsToAModule() {
    return classes()
        .should()
        .resideInAnyPackage(MODULES.keySet().stream().map(this::tree).toArray(String[]::new));
  }

  ArchRule dependsOnPermittedModulesOnly(String module) {
    String[] permitted = MODULES.get(module).stream().map(this::tree).toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(tree(module))
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage(root + "..")
                .or(resideInAPackage(tree(module)))
                .or(resideInAnyPackage(permitted)));
  }

  /**
   * The model of the format does no I/O. Workload files are the exception: they are JSON in streams
   * of the caller.
   */
  ArchRule formatUsesNoInputOrOutput() {
    return classes()
        .that()
        .resideInAPackage(tree("format"))
        .and()
        .doNotHaveSimpleName("WorkloadFile")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    tree("format"),
                    protobuf + "..",
                    "org.apache.commons.codec.digest",
                    "org.apache.commons.text.similarity",
                    "java.lang..",
                    "java.math..",
                    "java.nio",
                    "java.nio.charset",
                    "java.util..")
                .or(
                    DescribedPredicate.describe(
                        "an exception or Serializable",
                        type ->
                            type.isAssignableTo(Throwable.class)
                                || type.isEquivalentTo(Serializable.class))));
  }

  /**
   * A package {@code a.b.internal} is used only by {@code a.b} and the packages below it, unless it
   * is one of those that the modules share.
   */
  ArchRule internalPackagesAreUsedByTheirParentsOnly() {
    return classes()
        .should(
            new UseNoForeignInternals(
                SHARED_INTERNALS.stream()
                    .map(name -> root + "." + name + ".")
                    .toArray(String[]::new)));
  }

  ArchRule onlyStorageUsesTheLocalBackend() {
    return CompositeArchRule.of(
            noClasses()
                .that()
                .resideOutsideOfPackage(tree("storage"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(tree("storage.internal.local")))
        .and(classes().should(Exist.in(tree("storage.internal.local"))));
  }

  /** Users may have another version of Protocol Buffers. */
  ArchRule onlyMetadataUsesProtocolBuffers() {
    return onlyUsedBy(protobuf, root + "..", tree("format.internal.metadata"));
  }

  /** The classes that Hadoop declares private change between its releases. */
  ArchRule onlyTheAdapterUsesTheHdfsClient() {
    return onlyUsedBy(hdfsClient, tree("hdfs"), tree("hdfs.internal.adapter"));
  }

  /** Arrow is an optional dependency of the reader and the writer. */
  ArchRule onlyArrowPackagesOfTheReaderUseArrow() {
    return onlyTheClassesNamedArrowUse(arrow, "reader");
  }

  /** Arrow is an optional dependency of the reader and the writer. */
  ArchRule onlyArrowPackagesOfTheWriterUseArrow() {
    return onlyTheClassesNamedArrowUse(arrow, "writer");
  }

  /**
   * The packages of the data source for Spark, from the top down: each depends only on those below
   * it.
   */
  ArchRule packagesOfSparkAreLayers() {
    return classes()
        .that()
        .resideInAPackage(tree("spark.internal"))
        .should(
            new DependDownwards(
                root + ".spark.internal",
                List.of(
                    "plugin",
                    "ui",
                    "procedure",
                    "catalog",
                    "changelog",
                    "table",
                    "change",
                    "job",
                    "cache",
                    "write",
                    "scan",
                    "stream",
                    "aggregate",
                    "read",
                    "metric",
                    "plan",
                    "source",
                    "function",
                    "predicate",
                    "vector",
                    "type",
                    "compat")));
  }

  /**
   * No internal package depends on itself through others. Public packages contain what a user looks
   * for together.
   */
  ArchRule internalPackagesHaveNoCycles() {
    return slices().matching(root + ".(*).internal.(**)").should().beFreeOfCycles();
  }

  /** Within a scope, only one package depends on a library, and it does depend on it. */
  private static ArchRule onlyUsedBy(String library, String scope, String user) {
    return CompositeArchRule.of(
            noClasses()
                .that()
                .resideInAPackage(scope)
                .and()
                .resideOutsideOfPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library + ".."))
        .and(classes().that().resideInAPackage(user).should(Exist.using(library)));
  }

  /** Only public classes whose names start with Arrow, and the package behind them. */
  private ArchRule onlyTheClassesNamedArrowUse(String library, String module) {
    return CompositeArchRule.of(
            noClasses()
                .that()
                .resideInAPackage(tree(module))
                .and()
                .resideOutsideOfPackage(tree(module + ".internal.arrow"))
                .and()
                .haveSimpleNameNotStartingWith("Arrow")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library + ".."))
        .and(
            classes()
                .that()
                .resideInAPackage(tree(module + ".internal.arrow"))
                .should(Exist.using(library)));
  }

  private String tree(String module) {
    return root + "." + module + "..";
  }

  /** Whether one class depends on another package. */
  static DescribedPredicate<JavaClass> dependOn(String packageIdentifier) {
    DescribedPredicate<JavaClass> target = resideInAPackage(packageIdentifier);
    return DescribedPredicate.describe(
        "depend on " + packageIdentifier,
        type ->
            type.getDirectDependenciesFromSelf().stream()
                .anyMatch(dependency -> target.test(dependency.getTargetClass())));
  }
}
