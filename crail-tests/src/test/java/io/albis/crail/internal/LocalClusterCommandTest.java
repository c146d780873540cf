// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command {@code albis crail start --local}, by the launcher of the source tree: it runs in a
 * tree that looks as if it was built, with the classes of this build.
 */
@Timeout(300)
final class LocalClusterCommandTest {

  private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
  private static final int ROWS = 1000;

  @TempDir Path directory;

  private final List<Path> links = new ArrayList<>();
  private Path tree;
  private Path cluster;

  private static boolean isBackend(String entry) {
    return entry.contains("/crail-backend/target/")
        && !entry.contains("/test-classes")
        && !entry.endsWith("-tests.jar");
  }

  private static boolean isCrail(String entry) {
    return entry.contains("/org/apache/crail/")
        || entry.contains("/narpc/")
        || entry.contains("/commons-cli/");
  }

  @BeforeEach
  void prepareTree() throws IOException {
    tree = directory.resolve("tree");
    cluster = directory.resolve("cluster");
    List<String> cli = new ArrayList<>();
    List<String> crail = new ArrayList<>();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : classPath.split(":", -1)) {
      if (isBackend(entry)) {
        link("crail-backend/target/classes", entry);
      } else if (isCrail(entry)) {
        crail.add(entry);
      } else if (Files.exists(Path.of(entry))) {
        cli.add(entry);
      }
    }
    String main =
        cli.stream().filter(entry -> entry.contains("/cli/target/")).findFirst().orElseThrow();
    link("cli/target/albis-cli.jar", main);
    Files.writeString(tree.resolve("cli/target/class-path"), String.join(":", cli));
    Files.writeString(tree.resolve("crail-backend/target/class-path"), String.join(":", crail));
    Files.copy(SOURCES.resolve("albis"), tree.resolve("albis"));
    Path launcher = Files.createDirectories(tree.resolve("cli/src/main/launcher"));
    Files.copy(SOURCES.resolve("cli/src/main/launcher/albis"), launcher.resolve("albis"));
    try (Stream<Path> modules = Files.list(SOURCES)) {
      for (Path module : modules.filter(path -> Files.exists(path.resolve("pom.xml"))).toList()) {
        Path copy = Files.createDirectories(tree.resolve(module.getFileName()));
        Files.createFile(copy.resolve("pom.xml"));
      }
    }
    Files.createFile(tree.resolve("pom.xml"));
    Files.createFile(Files.createDirectories(tree.resolve(".albis-build")).resolve("built"));
  }

  private void link(String path, String target) throws IOException {
    Path link = tree.resolve(path);
    Files.createDirectories(link.getParent());
    links.add(Files.createSymbolicLink(link, Path.of(target)));
  }

  @AfterEach
  void deleteLinks() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private Process launch(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(tree.resolve("albis").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("ALBIS_"));
    builder.environment().remove("CRAIL_HOME");
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private String run(int exitCode, String... arguments) throws Exception {
    Process process = launch(Map.of("CRAIL_HOME", cluster.resolve("client").toString()), arguments);
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
    return output;
  }

  /** Starts a cluster; returns its process when it serves. */
  private Process start() throws IOException {
    Process process = launch(Map.of(), "crail", "start", "--local", cluster.toString());
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = output.readLine();
    assertThat(line).startsWith("Crail serves crail://").contains("until you press Ctrl-C");
    assertThat(output.readLine()).isEqualTo("  export CRAIL_HOME=" + cluster.resolve("client"));
    assertThat(line).contains(Files.readString(cluster.resolve("uri")).strip());
    return process;
  }

  private void stop(Process process) throws Exception {
    List<ProcessHandle> processes = process.toHandle().descendants().toList();
    // The JVM of the cluster, the name node and the data node.
    assertThat(processes).hasSizeGreaterThanOrEqualTo(3);
    process.destroy();
    assertThat(process.waitFor()).isZero();
    for (ProcessHandle child : processes) {
      child.onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(cluster.resolve("uri")).doesNotExist();
    assertThat(cluster.resolve("datanode-0/data")).doesNotExist();
  }

  @Test
  void startsServesAndStops() throws Exception {
    Path input = directory.resolve("sales.csv");
    StringBuilder rows = new StringBuilder("id,name\n");
    for (int i = 0; i < ROWS; i++) {
      rows.append(i).append(",name ").append(i).append('\n');
    }
    Files.writeString(input, rows);

    Process first = start();
    run(0, "convert", input.toString(), "crail:///sales");
    assertThat(run(0, "head", "crail:///sales", "-n", "2")).contains("name 0", "name 1");
    assertThat(run(0, "count", "crail:///sales").strip()).isEqualTo(String.valueOf(ROWS));
    assertThat(run(0, "verify", "crail:///sales")).isNotEmpty();
    assertThat(run(0, "doctor", "crail:///sales")).contains("name node");
    stop(first);
    assertThat(run(1, "count", "crail:///sales")).contains("name node");

    // What was stored is gone; the directory can be used again.
    Process second = start();
    assertThat(run(1, "count", "crail:///sales")).contains("there is no such directory");
    stop(second);
  }

  @Test
  void explainsItsUsage() throws Exception {
    Process process = launch(Map.of(), "crail", "stop");
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(output).isEqualTo("Usage: albis crail start --local DIR\n");
  }
}
