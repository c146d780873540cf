// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** One run of the command in this process, with its output. */
public final class CliRun {

  /** Options of the JVM with which short processes take half of the CPU time. */
  static final List<String> FAST_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

  private final int exitCode;
  private final String out;
  private final String err;

  CliRun(int exitCode, String out, String err) {
    this.exitCode = exitCode;
    this.out = out;
    this.err = err;
  }

  /** Runs {@code albis} with these arguments. */
  public static CliRun albis(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Albis.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int exitCode = commandLine.execute(args);
    commandLine.getOut().flush();
    commandLine.getErr().flush();
    return new CliRun(exitCode, out.toString(), err.toString());
  }

  /** Runs {@code albis}, which must succeed, and returns its output. */
  public static String ok(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run.out();
  }

  /** Runs {@code albis} in a separate process with additional environment variables. */
  public static CliRun process(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    return process(environment, Path.of(""), Albis.class, args);
  }

  /** Runs another main class in a separate process. */
  public static CliRun program(Class<?> main, String... args)
      throws IOException, InterruptedException {
    return process(Map.of(), Path.of(""), main, args);
  }

  /** Runs {@code albis} in a separate process with another current directory. */
  public static CliRun processIn(Path directory, String... args)
      throws IOException, InterruptedException {
    return process(Map.of(), directory, Albis.class, args);
  }

  private static CliRun process(
      Map<String, String> environment, Path directory, Class<?> main, String... args)
      throws IOException, InterruptedException {
    List<String> command = java(main);
    command.addAll(List.of(args));
    Path err = Files.createTempFile("albis", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toAbsolutePath().toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    int exitCode = process.waitFor();
    CliRun run = new CliRun(exitCode, out, Files.readString(err));
    Files.delete(err);
    return run;
  }

  /**
   * Returns a command that runs a class in a process of its own, to which arguments can be added.
   *
   * @param options of the JVM
   */
  public static List<String> java(Class<?> main, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FAST_START);
    command.addAll(
        List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(), main.getName()));
    return command;
  }

  /** The class path, of which some parts may be relative to the current directory. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public int exitCode() {
    return exitCode;
  }

  public String out() {
    return out;
  }

  public String err() {
    return err;
  }

  @Override
  public String toString() {
    return "exit code " + exitCode + "\n--- out\n" + out + "--- err\n" + err;
  }
}
