// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the modules of Albis against {@link ModuleRules}. */
class ModuleRulesTest {

  /** Protocol Buffers is relocated if format-spec has been packaged before. */
  private static final ModuleRules RULES =
      new ModuleRules("io.albis", "..protobuf", "org.apache.arrow", "org.apache.hadoop.hdfs");

  /** Dependencies that close a cycle, to be removed. */
  private static final Map<String, String> UPWARD_ARROWS = Map.of("writer.internal", "writer");

  static Set<String> modules() {
    return ModuleRules.MODULES.keySet();
  }

  @Test
  void everyClassBelongsToAModule() {
    RULES.everyClassBelongsToAModule().check(AlbisClasses.all());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void dependsOnPermittedModulesOnly(String module) {
    RULES.dependsOnPermittedModulesOnly(module).check(AlbisClasses.all());
  }

  @Test
  void formatUsesNoInputOrOutput() {
    RULES.formatUsesNoInputOrOutput().check(AlbisClasses.written());
  }

  @Test
  void internalPackagesAreUsedByTheirParentsOnly() {
    RULES.internalPackagesAreUsedByTheirParentsOnly().check(AlbisClasses.all());
  }

  @Test
  void onlyStorageUsesTheLocalBackend() {
    RULES.onlyStorageUsesTheLocalBackend().check(AlbisClasses.all());
  }

  @Test
  void onlyMetadataUsesProtocolBuffers() {
    RULES.onlyMetadataUsesProtocolBuffers().check(AlbisClasses.all());
  }

  @Test
  void onlyTheAdapterUsesTheHdfsClient() {
    RULES.onlyTheAdapterUsesTheHdfsClient().check(AlbisClasses.all());
  }

  @Test
  void onlyArrowPackagesUseArrow() {
    RULES.onlyArrowPackagesOfTheReaderUseArrow().check(AlbisClasses.all());
    RULES.onlyArrowPackagesOfTheWriterUseArrow().check(AlbisClasses.all());
  }

  @Test
  void packagesHaveNoCycles() {
    RULES.packagesHaveNoCycles(UPWARD_ARROWS).check(AlbisClasses.all());
  }

  /** An exception that is no longer needed must be removed. */
  @Test
  void exceptionsAreNeeded() {
    assertThat(UPWARD_ARROWS)
        .allSatisfy(
            (from, to) ->
                assertThat(
                        AlbisClasses.all()
                            .that(resideInAPackage("io.albis." + from))
                            .that(ModuleRules.dependOn("io.albis." + to)))
                    .as("classes of %s that depend on %s", from, to)
                    .isNotEmpty());
  }
}
