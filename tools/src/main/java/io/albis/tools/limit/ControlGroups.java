// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds where this process may create control groups: below its own group, or in version 2 also at
 * the top of the tree, since a group with processes cannot hand controllers to groups below it.
 */
final class ControlGroups {

  private static final Path MOUNTS = Path.of("/proc/self/mounts");
  private static final Path OWN = Path.of("/proc/self/cgroup");

  private ControlGroups() {}

  /** The groups below which a limited group may be created, best first. */
  static List<GroupFiles> parents() throws IOException {
    List<GroupFiles> parents = new ArrayList<>();
    if (Files.isReadable(MOUNTS) && Files.isReadable(OWN)) {
      List<String> mounts = Files.readAllLines(MOUNTS);
      List<String> own = Files.readAllLines(OWN);
      parents.addAll(parentsV2(mounts, own));
      parentV1(mounts, own).ifPresent(parents::add);
    }
    return parents;
  }

  static List<GroupFiles> parentsV2(List<String> mounts, List<String> own) {
    List<GroupFiles> parents = new ArrayList<>();
    for (String mount : mounts) {
      String[] fields = mount.split(" ", -1);
      if (fields[2].equals("cgroup2")) {
        Path root = Path.of(fields[1]);
        for (String line : own) {
          if (line.startsWith("0::")) {
            Path group = below(root, line.substring("0::".length()));
            parents.add(new GroupFiles(group, group, true));
          }
        }
        parents.add(new GroupFiles(root, root, true));
      }
    }
    return parents.stream().distinct().toList();
  }

  static Optional<GroupFiles> parentV1(List<String> mounts, List<String> own) {
    Optional<Path> memory = directoryV1(mounts, own, "memory");
    Optional<Path> io = directoryV1(mounts, own, "blkio");
    return memory.flatMap(directory -> io.map(other -> new GroupFiles(directory, other, false)));
  }

  private static Optional<Path> directoryV1(
      List<String> mounts, List<String> own, String controller) {
    for (String mount : mounts) {
      String[] fields = mount.split(" ", -1);
      if (fields[2].equals("cgroup") && has(fields[3], controller)) {
        for (String line : own) {
          String[] parts = line.split(":", 3);
          if (has(parts[1], controller)) {
            return Optional.of(below(Path.of(fields[1]), parts[2]));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean has(String list, String name) {
    return Arrays.asList(list.split(",")).contains(name);
  }

  private static Path below(Path root, String path) {
    return root.resolve(path.substring(1));
  }
}
