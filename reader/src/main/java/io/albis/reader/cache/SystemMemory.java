// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads how much memory the machine and the containers around the process have and use: {@code
 * /proc/meminfo}, and the memory controllers of cgroup v2 or v1 up to the root; and for how long
 * programs have waited for memory, in the group of the process (cgroup v2) or, if that does not
 * say, on the machine. Files are small and served by the kernel from memory. Where they do not
 * exist, as outside of Linux, the machine counts as unused.
 */
final class SystemMemory {

  private static final Logger LOG = LoggerFactory.getLogger(SystemMemory.class);

  private static final int KIB = 1024;

  /** What a JVM allocates beside its heap: classes, code, threads, tables of the collector. */
  private static final long JVM_BYTES = 128L << 20;

  private final Path proc;

  /** The groups of the process with a memory controller, innermost first. */
  private final List<Group> groups;

  /**
   * Where the files of a memory controller are.
   *
   * @param limit file with the limit in bytes, or {@code max}
   * @param usage file with the usage in bytes
   * @param statistics file with the following
   * @param pages names of the bytes of pages of files, which can be reclaimed
   */
  private record Group(Path limit, Path usage, Path statistics, List<String> pages) {}

  /**
   * Memory of the machine or of a container.
   *
   * @param total bytes that it has
   * @param used bytes in use, with pages of files
   * @param reclaimable bytes of these that the system can reclaim
   */
  record Usage(long total, long used, long reclaimable) {}

  /** The file that measures stalls, always the same one; null if there is none. */
  private final Path stalls;

  private SystemMemory(Path proc, List<Group> groups, Path stalls) {
    this.proc = proc;
    this.groups = groups;
    this.stalls = stalls;
  }

  static SystemMemory ofProcess() {
    return of(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Reads from other directories, for tests. */
  static SystemMemory of(Path proc, Path cgroups) {
    List<Group> groups = new ArrayList<>();
    List<Path> stalls = new ArrayList<>();
    for (String line : lines(proc.resolve("self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        addGroups(groups, cgroups, parts[2], true);
        stalls.add(directory(cgroups, parts[2]).resolve("memory.pressure"));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        addGroups(groups, cgroups.resolve("memory"), parts[2], false);
      }
    }
    stalls.add(proc.resolve("pressure/memory"));
    stalls.removeIf(file -> stalledMicros(file) < 0);
    return new SystemMemory(proc, groups, stalls.isEmpty() ? null : stalls.get(0));
  }

  private static Path directory(Path root, String path) {
    return root.resolve(path.substring(Math.min(1, path.length()))).normalize();
  }

  private static void addGroups(List<Group> groups, Path root, String path, boolean isV2) {
    Path directory = directory(root, path);
    while (directory != null && directory.startsWith(root)) {
      Group group =
          isV2
              ? new Group(
                  directory.resolve("memory.max"),
                  directory.resolve("memory.current"),
                  directory.resolve("memory.stat"),
                  List.of("inactive_file", "active_file"))
              : new Group(
                  directory.resolve("memory.limit_in_bytes"),
                  directory.resolve("memory.usage_in_bytes"),
                  directory.resolve("memory.stat"),
                  List.of("total_inactive_file", "total_active_file"));
      if (Files.isReadable(group.limit)) {
        groups.add(group);
      }
      directory = directory.getParent();
    }
  }

  /** The memory of the machine and of the groups that have a limit. */
  List<Usage> usages() {
    List<Usage> usages = new ArrayList<>();
    machine().ifPresent(usages::add);
    for (Group group : groups) {
      usage(group).ifPresent(usages::add);
    }
    return usages;
  }

  private Optional<Usage> machine() {
    Path file = proc.resolve("meminfo");
    long total = field(file, "MemTotal:") * KIB;
    long free = field(file, "MemFree:") * KIB;
    long available = field(file, "MemAvailable:") * KIB;
    return total <= 0
        ? Optional.empty()
        : Optional.of(new Usage(total, total - free, Math.max(0, available - free)));
  }

  private static Optional<Usage> usage(Group group) {
    long limit = number(group.limit);
    long used = number(group.usage);
    // Version 1 has a huge number for no limit.
    if (limit <= 0 || limit >= (1L << 60) || used < 0) {
      return Optional.empty();
    }
    long reclaimable = 0;
    for (String pages : group.pages) {
      reclaimable += Math.max(0, field(group.statistics, pages));
    }
    return Optional.of(new Usage(limit, used, Math.min(used, reclaimable)));
  }

  /** The bytes that the process can have: the least total. */
  long total() {
    long total = Long.MAX_VALUE;
    for (Usage usage : usages()) {
      total = Math.min(total, usage.total());
    }
    return total == Long.MAX_VALUE ? ofJvm() : total;
  }

  /** Whether the process has less than the machine. */
  boolean isContainer() {
    Optional<Usage> machine = machine();
    return machine.isPresent() && total() < machine.get().total();
  }

  /**
   * The bytes that a cache may have by default. Reads past the page cache need no room for it, so
   * that in a container, which is for this process, the cache gets what the share of the memory
   * leaves after the heap and what else the JVM allocates, but at most half of the memory. Of a
   * machine, it gets at most a quarter: there are other processes.
   *
   * @param share of the memory that may be used
   * @param maxHeap of the JVM, in bytes
   */
  long forCache(double share, long maxHeap) {
    long total = total();
    long left = (long) (total * share) - maxHeap - JVM_BYTES;
    return Math.max(total / 16, Math.min(left, isContainer() ? total / 2 : total / 4));
  }

  private static long ofJvm() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }

  /**
   * The microseconds in which some program waited for memory, since the machine or the group was
   * started; 0 if that is not measured.
   */
  long stalledMicros() {
    return Math.max(0, stalls == null ? 0 : stalledMicros(stalls));
  }

  /** The total of a file of pressure stall information; -1 if there is none. */
  private static long stalledMicros(Path file) {
    for (String line : lines(file)) {
      int total = line.indexOf(" total=");
      if (line.startsWith("some ") && total >= 0) {
        return parse(line.substring(total + 7).strip());
      }
    }
    return -1;
  }

  private static long number(Path file) {
    List<String> lines = lines(file);
    return lines.isEmpty() ? -1 : parse(lines.get(0).strip());
  }

  private static long field(Path file, String name) {
    for (String line : lines(file)) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > 1 && words[0].equals(name)) {
        return parse(words[1]);
      }
    }
    return -1;
  }

  private static long parse(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      // No limit: "max".
      return -1;
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      LOG.debug("Cannot read {}: {}", file, e.toString());
      return List.of();
    }
  }
}
