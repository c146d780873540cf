// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Describes the environment of a measurement. */
final class Environment {

  private static final Path CPUS = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private Environment() {}

  static Map<String, String> describe(Path directory) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("processor", line(CPUS, "model name") + ", " + System.getProperty("os.arch"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", line(MEMORY, "MemTotal"));
    facts.put(
        "huge pages",
        Files.isReadable(HUGE_PAGES) ? Files.readString(HUGE_PAGES).strip() : "not known");
    FileStore store = Files.getFileStore(directory.toAbsolutePath());
    facts.put("file system", store.type());
    Properties versions = new Properties();
    try (InputStream in = Environment.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    }
    new TreeMap<>(versions).forEach((name, version) -> facts.put(name + "", version + ""));
    return facts;
  }

  private static String line(Path file, String key) throws IOException {
    if (!Files.isReadable(file)) {
      return "not known";
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("not known");
  }
}
