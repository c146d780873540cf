// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.limit;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A limit of the memory of child processes together, page cache included, by a control group. Each
 * process has a group of its own below it, which counts what it reads. Where control groups cannot
 * be created, nothing is limited or counted, and {@link #description} says so.
 */
public final class MemoryLimit implements AutoCloseable {

  private static final long DELETE_NANOS = 5_000_000_000L;

  /** Null if nothing is limited. */
  private final GroupFiles top;

  private final String description;
  private final Map<String, GroupFiles> members = new LinkedHashMap<>();

  private MemoryLimit(GroupFiles top, String description) {
    this.top = top;
    this.description = description;
  }

  /** Creates a group with a limit in bytes, or no limit if that is not permitted. */
  public static MemoryLimit create(long bytes) throws IOException {
    List<String> failures = new ArrayList<>();
    for (GroupFiles parent : ControlGroups.parents()) {
      String name = "albis-bench-" + ProcessHandle.current().pid();
      GroupFiles group = parent.child(name);
      try {
        create(parent, group, bytes);
        return new MemoryLimit(group, "cgroup v" + (parent.isV2() ? 2 : 1));
      } catch (IOException e) {
        failures.add(parent.memory() + ": " + e.getMessage());
        group.delete();
      }
    }
    String reasons = failures.isEmpty() ? "no hierarchy is mounted" : String.join("; ", failures);
    return new MemoryLimit(null, "none, since no control group could be created: " + reasons);
  }

  private static void create(GroupFiles parent, GroupFiles group, long bytes) throws IOException {
    if (parent.isV2()) {
      control(parent.memory());
    }
    group.create();
    group.limit(bytes);
    if (group.isV2()) {
      control(group.memory());
    }
  }

  /** Lets groups below a group limit memory and count I/O. */
  private static void control(Path group) throws IOException {
    List<String> needed = List.of("memory", "io");
    if (!words(group.resolve("cgroup.controllers")).containsAll(needed)) {
      throw new FileSystemException(group.toString(), null, "has no controllers of memory and I/O");
    }
    Path control = group.resolve("cgroup.subtree_control");
    if (!words(control).containsAll(needed)) {
      Files.writeString(control, "+memory +io");
    }
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split(" ", -1));
  }

  /** What limits memory, or why nothing does. */
  public String description() {
    return description;
  }

  /** Whether there is a limit. */
  public boolean isLimited() {
    return top != null;
  }

  /**
   * Creates a group for a process.
   *
   * @return the start of a command line that runs the rest of it in the group
   */
  public List<String> launcher(String member) throws IOException {
    if (top == null) {
      return List.of();
    }
    GroupFiles group = top.child(member);
    group.create();
    members.put(member, group);
    group.countIo();
    StringBuilder script = new StringBuilder();
    for (Path file : group.members()) {
      script.append("echo $$ > '").append(file).append("' && ");
    }
    return List.of("/bin/sh", "-c", script + "exec \"$@\"", "sh");
  }

  /** The bytes that a process has read from devices; -1 if that is not known. */
  public long deviceBytes(String member) throws IOException {
    return top == null ? -1 : members.get(member).deviceBytes();
  }

  /** The most memory that a process has used, with its share of the page cache; -1 if unknown. */
  public long peakBytes(String member) throws IOException {
    return top == null ? -1 : members.get(member).peakBytes();
  }

  /** The pages of files that a process has in the page cache; -1 if that is not known. */
  public long pageCacheBytes(String member) throws IOException {
    return top == null ? -1 : members.get(member).pageCacheBytes();
  }

  /** Deletes the groups, whose processes have ended. */
  @Override
  public void close() throws IOException {
    if (top != null) {
      for (GroupFiles member : members.values()) {
        delete(member);
      }
      delete(top);
    }
  }

  /** The kernel removes ended processes from their groups a moment later. */
  private static void delete(GroupFiles group) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        group.delete();
        return;
      } catch (FileSystemException e) {
        if (System.nanoTime() - start > DELETE_NANOS) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }
}
