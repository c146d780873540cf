// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlGroupsTest {

  private static final List<String> V1 =
      List.of(
          "proc /proc proc rw 0 0",
          "cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0",
          "cgroup /sys/fs/cgroup/blkio cgroup rw,relatime,blkio 0 0");

  @Test
  void findsTheGroupsOfBothControllersOfVersion1() {
    List<String> own = List.of("9:blkio:/", "4:memory:/user/session", "0::/");
    assertThat(ControlGroups.parentV1(V1, own))
        .contains(
            new GroupFiles(
                Path.of("/sys/fs/cgroup/memory/user/session"),
                Path.of("/sys/fs/cgroup/blkio"),
                false));
    assertThat(ControlGroups.parentsV2(V1, own)).isEmpty();
  }

  @Test
  void findsNothingInVersion1WithoutAController() {
    assertThat(ControlGroups.parentV1(V1.subList(0, 2), List.of("4:memory:/"))).isEmpty();
  }

  @Test
  void prefersTheOwnGroupOfVersion2ToTheTop() {
    List<String> mounts = List.of("cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0");
    Path root = Path.of("/sys/fs/cgroup");
    Path own = root.resolve("user.slice/a");
    assertThat(ControlGroups.parentsV2(mounts, List.of("0::/user.slice/a")))
        .containsExactly(new GroupFiles(own, own, true), new GroupFiles(root, root, true));
    assertThat(ControlGroups.parentsV2(mounts, List.of("0::/")))
        .containsExactly(new GroupFiles(root, root, true));
  }

  @Test
  void parsesBytesOfDevices() {
    assertThat(GroupFiles.bytesV2("254:0 rbytes=4096 wbytes=8 rios=1")).isEqualTo(4096);
    assertThat(GroupFiles.bytesV2("254:0")).isZero();
    assertThat(GroupFiles.bytesV1("254:0 Read 8192")).isEqualTo(8192);
    assertThat(GroupFiles.bytesV1("254:0 Write 8192")).isZero();
    assertThat(GroupFiles.bytesV1("Total 8192")).isZero();
  }
}
