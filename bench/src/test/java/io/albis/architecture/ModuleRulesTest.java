// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds who may know whom: modules, their internal packages, and cycles. */
class ModuleRulesTest {

  @Test
  void formatKnowsNobodyAndDoesNoInputOrOutput() {
    classes()
        .that()
        .resideInAPackage("io.albis.format..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.albis.format..",
                    "com.google.protobuf..",
                    "java.lang..",
                    "java.math..",
                    "java.nio",
                    "java.nio.charset",
                    "java.util..")
                .or(
                    resideInAPackage("java.io")
                        .and(
                            DescribedPredicate.describe(
                                "an exception",
                                c ->
                                    c.isAssignableTo(Throwable.class)
                                        || c.getName().equals("java.io.Serializable")))))
        .allowEmptyShould(true)
        .check(AlbisClasses.written());
  }

  @ParameterizedTest
  @CsvSource({
    "storage, format",
    "storage, writer",
    "storage, reader",
    "writer, reader",
    "reader, writer",
    "format, cli",
    "storage, cli",
    "writer, cli",
    "reader, cli",
    "format, bench",
    "storage, bench",
    "writer, bench",
    "reader, bench",
    "cli, bench",
    "hdfs, format",
    "hdfs, writer",
    "hdfs, reader",
    "hdfs, cli",
    "hdfs, bench",
    "storage, hdfs",
    "reader, hdfs",
    "writer, hdfs",
    "cli, hdfs"
  })
  void knowsNothingOf(String module, String other) {
    noClasses()
        .that()
        .resideInAPackage("io.albis." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.albis." + other + "..")
        .allowEmptyShould(true)
        .check(AlbisClasses.all());
  }

  @ParameterizedTest
  @CsvSource({
    "format, io.albis.format..internal..",
    "storage, io.albis.storage..internal..",
    "storage, io.albis.storage.local..",
    "hdfs, io.albis.hdfs..",
    "writer, io.albis.writer..internal..",
    "reader, io.albis.reader..internal..",
    "cli, io.albis.cli..internal.."
  })
  void hidesItsInternalPackages(String module, String hidden) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.albis." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(hidden)
        .allowEmptyShould(true)
        .check(AlbisClasses.all());
  }

  /** What Hadoop keeps for itself changes from line to line. */
  @Test
  void onlyTheAdapterKnowsTheInsideOfHdfs() {
    noClasses()
        .that()
        .resideInAPackage("io.albis.hdfs..")
        .and()
        .resideOutsideOfPackage("io.albis.hdfs.adapter..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hadoop.hdfs..")
        .check(AlbisClasses.all());
  }

  /** Arrow is an optional dependency of reader and writer. */
  @Test
  void onlyPackagesOfThatNameKnowArrow() {
    noClasses()
        .that()
        .resideInAnyPackage("io.albis.reader..", "io.albis.writer..")
        .and()
        .resideOutsideOfPackage("io.albis..arrow..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.arrow..")
        .check(AlbisClasses.all());
  }

  /** Users' own versions of Protocol Buffers do not meet ours in any signature. */
  @Test
  void onlyTheFormatKnowsProtocolBuffers() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.albis.format.metadata..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.protobuf..", "io.albis.format.metadata.internal.proto..")
        .check(AlbisClasses.all());
  }

  @Test
  void packagesHaveNoCycles() {
    DescribedPredicate<JavaClass> internal = resideInAPackage("io.albis..internal..");
    slices()
        .matching("io.albis.(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(internal, not(internal))
        .allowEmptyShould(true)
        .check(AlbisClasses.all());
  }
}
