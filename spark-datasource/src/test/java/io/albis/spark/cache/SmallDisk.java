// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A small file system: ext4 in a file, or memory, where loop devices are not permitted. It is
 * unmounted also while it is in use.
 */
final class SmallDisk implements AutoCloseable {

  /** A part of ext4. */
  private static final String OWN = "lost+found";

  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  /**
   * Mounts a file system.
   *
   * @param directory empty
   * @return null if that is not permitted
   */
  static SmallDisk mount(Path directory, long bytes) throws IOException {
    Path root = Files.createDirectories(directory.resolve("disk"));
    Path image = directory.resolve("image");
    boolean isMounted =
        run("truncate", "-s", Long.toString(bytes), image.toString())
            && run("mkfs.ext4", "-q", "-m", "0", image.toString())
            && run("mount", "-o", "loop", image.toString(), root.toString());
    if (!isMounted) {
      isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "none", root.toString());
    }
    return isMounted ? new SmallDisk(root) : null;
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      // There is no such program.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Path root() {
    return root;
  }

  /** The files that it has. */
  List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> Files.isRegularFile(file) && !file.toString().contains(OWN))
          .toList();
    }
  }

  @Override
  public void close() {
    if (!run("umount", root.toString())) {
      run("umount", "-l", root.toString());
    }
  }
}
