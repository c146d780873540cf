// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePathsTest {

  private static final String LOCAL = "file:///";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/data/t",
        "/data/t/",
        "/data//a/../t",
        "/data/a b%20ü",
        "/data/t#x?",
        "/",
        "file:/data/t",
        "file:///data/t",
        "file:/data/a b/./t/",
        "/data/a:b",
        "data/t",
        "/data/[ab]",
        "file:/data/*"
      })
  void namesLocalPathsAsHadoopDoes(String path) {
    Configuration hadoop = new Configuration(false);

    assertThat(SourcePaths.local(List.of(path), LOCAL))
        .satisfies(
            uris ->
                uris.ifPresent(
                    local ->
                        assertThat(local)
                            .isEqualTo(SourcePaths.expand(List.of(path), hadoop))
                            .containsExactly(SourcePaths.qualify(path, hadoop))));
  }

  @Test
  void needsNoSettingsForLocalPaths() {
    assertThat(SourcePaths.local(List.of("/data/t", "file:/data/u"), LOCAL))
        .contains(List.of("file:///data/t", "file:/data/u"));
    assertThat(SourcePaths.local(List.of("file:/data/u"), "hdfs://cluster"))
        .contains(List.of("file:/data/u"));
  }

  @Test
  void leavesOtherPathsToHadoop() {
    for (String path : List.of("t", "/data/*", "/data/{a,b}", "hdfs://cluster/t", " ")) {
      assertThat(SourcePaths.local(List.of("/data/t", path), LOCAL)).as(path).isEmpty();
    }
    assertThat(SourcePaths.local(List.of("/data/t"), "hdfs://cluster")).isEmpty();
    assertThat(SourcePaths.local(List.of("/data/t"), "")).isEmpty();
  }
}
