// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each architecture rule reports classes that violate it, and packages that do not exist. */
class RulesCanFailTest {

  private static final String FIXTURES = "io.albis.architecture.fixtures";

  private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(FIXTURES);

  static Stream<ArchRule> rulesOnFixtures() {
    return Stream.of(
            moduleRules(FIXTURES),
            CodeRulesTest.rules(),
            Stream.of(rules(FIXTURES).internalPackagesAreUsedByTheirParentsOnly()))
        .flatMap(rules -> rules);
  }

  static Stream<ArchRule> rulesOnPackagesThatAreGone() {
    return moduleRules("io.albis.gone");
  }

  private static ModuleRules rules(String root) {
    return new ModuleRules(
        root, root + ".library.protobuf", root + ".library.arrow", root + ".library.hdfs");
  }

  private static Stream<ArchRule> moduleRules(String root) {
    ModuleRules rules = rules(root);
    return Stream.concat(
        ModuleRules.MODULES.keySet().stream().map(rules::dependsOnPermittedModulesOnly),
        Stream.of(
            rules.everyClassBelongsToAModule(),
            rules.formatUsesNoInputOrOutput(),
            rules.onlyStorageUsesTheLocalBackend(),
            rules.onlyMetadataUsesProtocolBuffers(),
            rules.onlyTheAdapterUsesTheHdfsClient(),
            rules.onlyArrowPackagesOfTheReaderUseArrow(),
            rules.onlyArrowPackagesOfTheWriterUseArrow(),
            rules.packagesOfSparkAreLayers(),
            rules.internalPackagesHaveNoCycles()));
  }

  @ParameterizedTest
  @MethodSource("rulesOnFixtures")
  void reportsViolations(ArchRule rule) {
    assertThat(rule.evaluate(VIOLATIONS).getFailureReport().getDetails()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("rulesOnPackagesThatAreGone")
  void failsIfPackagesDoNotExist(ArchRule rule) {
    assertThatThrownBy(() -> rule.check(VIOLATIONS)).isInstanceOf(AssertionError.class);
  }
}
