// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HadoopSettingsTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        HadoopSettings.LOCAL_READS,
        HadoopSettings.BLOCK_SIZE,
        HadoopSettings.REPLICATION,
        HadoopSettings.SYNC_BYTES,
        HadoopSettings.DROP_BEHIND,
        HadoopSettings.NATIVE_VERSION
      })
  void guideListsEveryOption(String option) throws IOException {
    assertThat(Files.readString(Path.of("../docs/hdfs.md"))).contains("| `" + option + "` |");
  }

  @Test
  void guideListsTheDefaults() throws IOException {
    String guide = Files.readString(Path.of("../docs/hdfs.md"));
    HadoopSettings preset = HadoopSettings.of(Map.of());

    assertThat(guide)
        .contains("| `hdfs.local-reads` | `" + preset.localReads() + "` |")
        .contains("| `hdfs.block-size` | `" + preset.blockSize() + "` |")
        .contains("| `hdfs.sync-bytes` | `" + preset.syncBytes() + "` |")
        .contains("| `hdfs.drop-behind` | `" + preset.dropsBehind() + "` |");
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs.local-reads, perhaps, true or false",
    "hdfs.block-size, 1000, a multiple of 1048576",
    "hdfs.block-size, large, a multiple of 1048576",
    "hdfs.replication, -1, 0 to 512",
    "hdfs.sync-bytes, -5, 0 or more"
  })
  void rejectsInvalidValues(String option, String value, String expected) {
    assertThatThrownBy(() -> HadoopSettings.of(Map.of(option, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid option " + option + ": " + value + " (expected " + expected + ")");
  }

  @Test
  void optionsOverrideFilesOfTheDirectory() throws IOException {
    Files.writeString(
        directory.resolve("hdfs-site.xml"),
        "<configuration>"
            + "<property><name>dfs.replication</name><value>2</value></property>"
            + "<property><name>dfs.blocksize</name><value>5</value></property>"
            + "</configuration>");

    var configuration =
        HadoopConfigurations.with(directory.toString(), Map.of("dfs.replication", "1"));

    assertThat(configuration.get("dfs.replication")).isEqualTo("1");
    assertThat(configuration.get("dfs.blocksize")).isEqualTo("5");
  }

  @Test
  void settingsDoNotLeakBetweenStorages() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(
        other.resolve("core-site.xml"),
        "<configuration><property><name>a</name><value>file</value></property></configuration>");

    HadoopConfigurations.with(directory.toString(), Map.of("a", "option", "b", "option"));

    var same = HadoopConfigurations.with(directory.toString(), Map.of());
    assertThat(same.get("a")).isNull();
    assertThat(same.get("b")).isNull();
    assertThat(HadoopConfigurations.with(other.toString(), Map.of()).get("a")).isEqualTo("file");
    assertThat(HadoopConfigurations.with(null, Map.of()).get("a")).isNull();
  }
}
