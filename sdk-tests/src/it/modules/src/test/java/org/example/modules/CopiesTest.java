// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package org.example.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.writer.TableWriter;
import java.lang.module.ModuleDescriptor.Exports;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopiesTest {

  @TempDir private Path directory;

  @Test
  void namedModulesWriteAndRead() {
    assertThat(Table.class.getModule().getName()).isEqualTo("io.albis.reader");
    String uri = directory.resolve("table").toUri().toString();
    Copies.write(uri, 10);
    assertThat(Copies.sum(uri)).isEqualTo(45 + 10 * "name 0".length());
  }

  @Test
  void internalPackagesAreExportedToOtherModulesOfAlbisAlone() {
    assertThat(
            Stream.of(Table.class, TableWriter.class, TableMaintenance.class)
                .map(type -> type.getModule().getDescriptor())
                .flatMap(module -> module.exports().stream())
                .filter(exports -> !exports.isQualified())
                .map(Exports::source))
        .isNotEmpty()
        .noneMatch(name -> name.contains("internal"));
  }
}
