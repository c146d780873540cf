// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.limit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directories of a control group and its files, in version 1 or 2 of the interface.
 *
 * @param memory directory of the memory controller
 * @param io directory of the I/O controller; the same in version 2
 * @param isV2 whether the files are those of version 2
 */
record GroupFiles(Path memory, Path io, boolean isV2) {

  GroupFiles child(String name) {
    return new GroupFiles(memory.resolve(name), io.resolve(name), isV2);
  }

  /** A rate that no device reaches. */
  private static final long UNLIMITED = 1L << 40;

  private static final Path DEVICES = Path.of("/sys/block");

  private List<Path> directories() {
    return isV2 ? List.of(memory) : List.of(memory, io);
  }

  void create() throws IOException {
    for (Path directory : directories()) {
      Files.createDirectory(directory);
    }
  }

  void delete() throws IOException {
    for (Path directory : directories()) {
      Files.deleteIfExists(directory);
    }
  }

  void limit(long bytes) throws IOException {
    if (isV2) {
      Files.writeString(memory.resolve("memory.max"), Long.toString(bytes));
      if (Files.exists(memory.resolve("memory.swap.max"))) {
        Files.writeString(memory.resolve("memory.swap.max"), "0");
      }
    } else {
      Files.writeString(memory.resolve("memory.limit_in_bytes"), Long.toString(bytes));
    }
  }

  /** Makes the kernel count what is read: in version 1, it counts only for groups with a rate. */
  void countIo() throws IOException {
    if (isV2 || !Files.isDirectory(DEVICES)) {
      return;
    }
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEVICES)) {
      for (Path device : devices) {
        if (number(device.resolve("size")) > 0) {
          Files.writeString(
              io.resolve("blkio.throttle.read_bps_device"),
              Files.readString(device.resolve("dev")).strip() + " " + UNLIMITED);
        }
      }
    }
  }

  /** The files to which a process writes its number to join the group. */
  List<Path> members() {
    return directories().stream().map(directory -> directory.resolve("cgroup.procs")).toList();
  }

  long peakBytes() throws IOException {
    return number(memory.resolve(isV2 ? "memory.peak" : "memory.max_usage_in_bytes"));
  }

  long pageCacheBytes() throws IOException {
    String name = isV2 ? "file " : "total_cache ";
    for (String line : Files.readAllLines(memory.resolve("memory.stat"))) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).strip());
      }
    }
    return -1;
  }

  private static long number(Path file) throws IOException {
    return Files.isReadable(file) ? Long.parseLong(Files.readString(file).strip()) : -1;
  }

  /** Bytes read from all devices; -1 if they are not counted. */
  long deviceBytes() throws IOException {
    Path file = io.resolve(isV2 ? "io.stat" : "blkio.throttle.io_service_bytes_recursive");
    if (!Files.isReadable(file)) {
      return -1;
    }
    long bytes = 0;
    for (String line : Files.readAllLines(file)) {
      bytes += isV2 ? bytesV2(line) : bytesV1(line);
    }
    return bytes;
  }

  /** A line such as {@code 254:0 rbytes=4096 wbytes=0}. */
  static long bytesV2(String line) {
    for (String field : line.split(" ", -1)) {
      if (field.startsWith("rbytes=")) {
        return Long.parseLong(field.substring("rbytes=".length()));
      }
    }
    return 0;
  }

  /** A line such as {@code 254:0 Read 4096}. */
  static long bytesV1(String line) {
    String[] fields = line.split(" ", -1);
    return fields.length == 3 && fields[1].equals("Read") ? Long.parseLong(fields[2]) : 0;
  }
}
