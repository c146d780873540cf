// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the modules of Albis against {@link ModuleRules}. */
class ModuleRulesTest {

  /** Protocol Buffers is relocated if format-spec has been packaged before. */
  private static final ModuleRules RULES =
      new ModuleRules("io.albis", "..protobuf", "org.apache.arrow", "org.apache.hadoop.hdfs");

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
  void packagesOfSparkAreLayers() {
    RULES.packagesOfSparkAreLayers().check(AlbisClasses.all());
  }

  @Test
  void internalPackagesHaveNoCycles() {
    RULES.internalPackagesHaveNoCycles().check(AlbisClasses.all());
  }
}
