// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The archive that can be installed. Runs after it has been built, in the profile {@code dist}. */
@EnabledIfSystemProperty(named = "albis.archive", matches = ".+")
class ArchiveCheck {

  @TempDir static Path dir;
  private static Path root;

  @BeforeAll
  static void unpack() throws Exception {
    assertThat(run(dir, "tar", "-xzf", System.getProperty("albis.archive"))).isEmpty();
    try (Stream<Path> found = Files.list(dir)) {
      root =
          found
              .filter(path -> path.getFileName().toString().startsWith("albis-"))
              .findFirst()
              .orElseThrow();
    }
  }

  /** Runs a command without the environment of the build, which must succeed. */
  private static String run(Path directory, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    String path = builder.environment().get("PATH");
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("HOME", dir.resolve("home").toString());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void theCommandRunsFromAnyDirectoryThroughALink() throws Exception {
    Path elsewhere = Files.createDirectories(dir.resolve("else where"));
    Path link = Files.createSymbolicLink(dir.resolve("link"), root.resolve("bin/albis"));
    String input = Files.writeString(elsewhere.resolve("a.csv"), "a,b\n1,x\n2,y\n").toString();
    run(elsewhere, link.toString(), "convert", input, "t", "--verify");
    assertThat(run(elsewhere, link.toString(), "count", "t")).isEqualTo("2\n");
    assertThat(
            run(elsewhere, link.toString(), "sql", "--format", "csv", "select sum(a) s from 't'"))
        .isEqualTo("s\n3\n");
    assertThat(run(elsewhere, link.toString(), "--version")).contains("0.1.0");
  }

  @Test
  void laterRunsShareClasses() throws Exception {
    Path cache = dir.resolve("home/.cache/albis");
    run(dir, root.resolve("bin/albis").toString(), "--version");
    // Java 17 writes the archive of classes in the background.
    List<Path> archives = new ArrayList<>();
    long limit = System.nanoTime() + 60_000_000_000L;
    while (archives.isEmpty() && System.nanoTime() < limit) {
      Thread.onSpinWait();
      if (Files.isDirectory(cache)) {
        try (Stream<Path> all = Files.list(cache)) {
          all.filter(path -> path.toString().endsWith(".jsa")).forEach(archives::add);
        }
      }
    }
    assertThat(archives).isNotEmpty();
  }

  @Test
  void everyLibraryHasALicence() throws Exception {
    String listed = Files.readString(root.resolve("licenses/THIRD-PARTY.txt"));
    try (Stream<Path> jars = Files.list(root.resolve("lib"))) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString().replaceAll("-\\d.*", "");
        if (!name.startsWith("albis-")) {
          assertThat(listed).contains(":" + name + ":");
        }
      }
    }
    assertThat(root.resolve("LICENSE")).exists();
    assertThat(root.resolve("NOTICE")).exists();
    assertThat(root.resolve("licenses/BSD-3-Clause.txt")).exists();
    try (Stream<Path> all = Files.list(root.resolve("licenses"))) {
      assertThat(all.filter(Files::isDirectory).map(path -> path.getFileName().toString()))
          .anyMatch(name -> name.startsWith("hadoop-client-runtime"))
          .anyMatch(name -> name.startsWith("arrow-vector"));
    }
  }

  @Test
  void noFileNamesTheMachineThatBuiltIt() throws Exception {
    List<String> places =
        List.of(
            Path.of("").toAbsolutePath().getParent().toString(),
            System.getProperty("user.home") + "/.m2");
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (!file.toString().endsWith(".jar")) {
        requireNone(places, file.toString(), Files.readAllBytes(file));
      } else if (file.getFileName().toString().startsWith("albis-")) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
          for (ZipEntry entry : jar.stream().toList()) {
            try (InputStream in = jar.getInputStream(entry)) {
              requireNone(places, file + "!" + entry.getName(), in.readAllBytes());
            }
          }
        }
      }
    }
  }

  private static void requireNone(List<String> places, String file, byte[] content) {
    String text = new String(content, ISO_8859_1);
    for (String place : places) {
      assertThat(text.contains(place)).as(file + " names " + place).isFalse();
    }
  }
}
