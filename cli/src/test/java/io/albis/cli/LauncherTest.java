// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of installations, and the prompt in a pseudo terminal. */
class LauncherTest {

  private static final String LAUNCHER =
      Path.of("src/main/launcher/albis").toAbsolutePath().toString();

  @TempDir Path dir;

  private CliRun run(Map<String, String> environment, String input, String... command)
      throws Exception {
    Path err = dir.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ALBIS_CLASS_PATH", System.getProperty("java.class.path"));
    builder.environment().put("ALBIS_CACHE", dir.resolve("cache").toString());
    builder.environment().put("HOME", dir.toString());
    builder.environment().put("ALBIS_JAVA_OPTS", String.join(" ", CliRun.FAST_START));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new CliRun(process.waitFor(), out, Files.readString(err));
  }

  private CliRun launch(Map<String, String> environment, String... args) throws Exception {
    String[] command = new String[args.length + 1];
    command[0] = LAUNCHER;
    System.arraycopy(args, 0, command, 1, args.length);
    return run(environment, "", command);
  }

  /** The script of a checkout builds the modules that the command is made of, and no others. */
  @Test
  void scriptOfACheckoutBuildsAllModules() throws IOException {
    Path root = Path.of("..").toRealPath();
    Set<String> onClassPath = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (path.startsWith(root)) {
        onClassPath.add(root.relativize(path).getName(0).toString());
      }
    }
    Matcher modules =
        Pattern.compile("(?m)^modules=\\((.*)\\)$")
            .matcher(Files.readString(root.resolve("albis")));
    assertThat(modules.find()).isTrue();
    assertThat(modules.group(1).split(" ", -1)).containsExactlyInAnyOrderElementsOf(onClassPath);
  }

  @Test
  void runsInAnyLocale() throws Exception {
    CliRun run =
        launch(
            Map.of("LC_ALL", "C", "ALBIS_CACHE", "/dev/null/none"),
            "sql",
            "select '\u00e4' as x",
            "--format",
            "csv");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("x\n\u00e4\n");
    CliRun missing =
        launch(Map.of("LC_ALL", "C", "ALBIS_CACHE", "/dev/null/none"), "count", dir + "/t\u00e4");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("t\u00e4: there is no such directory");
  }

  @Test
  void takesOptionsAndLibrariesFromTheEnvironment() throws Exception {
    Path ext = Files.createDirectory(dir.resolve("ext"));
    Files.write(ext.resolve("x.jar"), new byte[0]);
    Path java = Files.createDirectories(dir.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(dir.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Map<String, String> environment = new HashMap<>();
    environment.put("JAVA_HOME", dir.resolve("jdk").toString());
    environment.put("ALBIS_CLASS_PATH", "a.jar");
    environment.put("ALBIS_EXT", ext.toString());
    environment.put("ALBIS_JAVA_OPTS", "-Da=1 -Db=2");
    assertThat(launch(environment, "count", "a b").out())
        .contains("-XX:MaxRAMPercentage=25", "--sun-misc-unsafe-memory-access=allow")
        .contains("-XX:+AutoCreateSharedArchive", dir.resolve("cache").toString())
        .endsWith("-Da=1 -Db=2 -cp a.jar:" + ext + "/x.jar io.albis.cli.Albis count a b\n");
    environment.put("ALBIS_HEAP", "2g");
    assertThat(launch(environment, "count").out()).contains("-Xmx2g").doesNotContain("MaxRAM");
    Files.writeString(dir.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    assertThat(launch(environment, "count").out())
        .doesNotContain("AutoCreate")
        .doesNotContain("--sun-misc");
  }

  static boolean hasScript() {
    return List.of("/usr/bin/script", "/bin/script").stream()
        .anyMatch(path -> Files.isExecutable(Path.of(path)));
  }

  @Test
  @EnabledIf("hasScript")
  void promptExecutesStatements() throws Exception {
    CliRun run =
        run(
            Map.of("TERM", "dumb", "ALBIS_CACHE", "/dev/null/none"),
            """
            create temp table k as select 77 as kept;
            select * from "nosuch://a/b";
            select s::int from (select chr(27) || 'x' as s);
            select kept from k;
            select 40 + 2
             as x;
            select nothing;
            .format csv
            select 'y' as z;
            .quit
            """,
            "script",
            "-qec",
            LAUNCHER + " sql",
            "/dev/null");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    // Errors of all kinds, with data in which control characters are visible.
    assertThat(run.out()).contains("\u241bx", "no storage backend").containsPattern("kept\\s+77");
    assertThat(run.out()).containsPattern("x\\s+42").containsPattern("z\\s+y").contains("nothing");
  }

  @Test
  @EnabledIf("hasScript")
  void looksAtATableInAPseudoTerminal() throws Exception {
    String table = dir.resolve("t").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table);
    CliRun run =
        run(
            Map.of("TERM", "xterm", "ALBIS_CACHE", "/dev/null/none"),
            "\r\033[C\033[B\r\033\033q",
            "script",
            "-qec",
            LAUNCHER + " look " + table,
            "/dev/null");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).contains("column groups", "Enter open", "\033[?1049l");
  }
}
