// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablePathsTest {

  private static final UUID WRITER = UUID.fromString("6f1c0a52-3d47-4d0e-9f0b-0a6a35c1b2aa");

  @Test
  void namesOfDataFiles() {
    String path = TablePaths.data(WRITER, 12);
    assertThat(path).isEqualTo("data/6f1c0a52-3d47-4d0e-9f0b-0a6a35c1b2aa-12.albis");
    assertThat(TablePaths.isValid(path)).isTrue();
    String name = path.substring(5);
    assertThat(TablePaths.isDataOf(WRITER, name)).isTrue();
    assertThat(TablePaths.isDataOf(new UUID(1, 2), name)).isFalse();
    assertThat(TablePaths.isDataOf(WRITER, name + "x")).isFalse();
    assertThat(TablePaths.isDataOf(WRITER, WRITER + "-.albis")).isFalse();
    assertThat(TablePaths.isDataOf(WRITER, WRITER + "-1x.albis")).isFalse();
    assertThat(TablePaths.isDataOf(WRITER, WRITER + ".albis")).isFalse();
  }

  @Test
  void namesOfSnapshots() {
    assertThat(TablePaths.snapshot(7))
        .isEqualTo("_albis/snapshots/00000000000000000/snapshot-00000000000000000007");
    assertThat(TablePaths.snapshot(12_345))
        .isEqualTo("_albis/snapshots/00000000000000012/snapshot-00000000000000012345");
    assertThat(TablePaths.snapshot(Long.MAX_VALUE))
        .isEqualTo("_albis/snapshots/09223372036854775/snapshot-09223372036854775807");
    assertThat(TablePaths.snapshotId("snapshot-00000000000000000007")).hasValue(7);
    assertThat(TablePaths.snapshotId("snapshot-7")).isEmpty();
    assertThat(TablePaths.snapshotId("snapshot-00000000000000000000")).isEmpty();
    assertThat(TablePaths.snapshotId("snapshot-99999999999999999999")).isEmpty();
    assertThat(TablePaths.snapshotId("snapshot-0000000000000000000x")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a//b", "a\\b", "..", "a/../b", ".", "a/./b", "a\u0001"})
  void pathsThatLeaveTheTable(String path) {
    assertThat(TablePaths.isValid(path)).isFalse();
  }
}
