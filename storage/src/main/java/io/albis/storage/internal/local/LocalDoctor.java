// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Diagnoses how the files of a directory are read. */
final class LocalDoctor {

  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private LocalDoctor() {}

  static List<Diagnosis> diagnose(Path root, DirectMode mode) throws IOException {
    List<Diagnosis> findings = new ArrayList<>();
    if (!Files.isDirectory(root)) {
      findings.add(
          Diagnosis.bad(
              "The directory " + root + " does not exist.", "Use a directory that exists."));
      return findings;
    }
    findings.add(directReads(root, mode));
    findings.add(hugePages());
    return findings;
  }

  private static Diagnosis directReads(Path root, DirectMode mode) throws IOException {
    Optional<Path> file;
    try (Stream<Path> files = Files.walk(root)) {
      file = files.filter(Files::isRegularFile).findFirst();
    }
    if (file.isEmpty()) {
      return Diagnosis.bad(root + " contains no files.", "Use the directory of a table.");
    }
    try (DeviceFile direct = mode.openToRead(file.get())) {
      return direct != null
          ? Diagnosis.good("Files are read past the page cache (direct I/O).")
          : Diagnosis.slow(
              "Files are read through the page cache: the file system "
                  + Files.getFileStore(root)
                  + " does not support direct I/O, or the option io.direct is never.",
              "Store tables on ext4 or XFS, and set io.direct to auto.");
    } catch (IOException e) {
      return Diagnosis.bad("Files cannot be read: " + e.getMessage(), "See the message.");
    }
  }

  private static Diagnosis hugePages() throws IOException {
    String setting =
        Files.isReadable(HUGE_PAGES) ? Files.readString(HUGE_PAGES).strip() : "unavailable";
    return setting.contains("[never]") || !setting.contains("[")
        ? Diagnosis.slow(
            "Large reads use ordinary pages: transparent huge pages are " + setting + ".",
            "As root: echo madvise > " + HUGE_PAGES)
        : Diagnosis.good("Large reads use huge pages.");
  }
}
