// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** How tests run programs with Spark in processes of their own. */
public final class SparkPrograms {

  /**
   * The system property with the path of the jar for users. It is set when it has been packaged.
   */
  public static final String JAR_PROPERTY = "albis.spark.jar";

  private SparkPrograms() {}

  /** Returns the path of the jar for users. */
  public static Path jar() {
    return Path.of(System.getProperty(JAR_PROPERTY));
  }

  /** Returns the class path of this process, without the HDFS cluster and its native libraries. */
  public static String classPath() {
    return String.join(File.pathSeparator, entries());
  }

  /**
   * Returns the jar for users, the libraries of Spark, and these tests, but no class of Albis
   * outside of the jar.
   */
  public static String jarClassPath() {
    return Stream.concat(
            Stream.of(jar().toString()),
            entries().stream()
                .filter(entry -> !entry.endsWith("/target/classes"))
                .filter(entry -> !entry.matches(".*/(albis|caffeine|jna)-[^/]*[.]jar")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns the beginning of a command that runs a program; its arguments can be added. */
  public static List<String> command(String classPath, Class<?> program) {
    return command(classPath, program, List.of("-Xmx1g"));
  }

  /** Returns the beginning of a command that runs a program with some options of the JVM. */
  public static List<String> command(String classPath, Class<?> program, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().trim().split("\\s+")));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, program.getName()));
    return command;
  }

  /**
   * Returns a builder of the process of a driver that starts a {@code local-cluster}.
   *
   * @param directory for what Spark's launcher needs, and for the logs of executors
   */
  public static ProcessBuilder clusterProgram(List<String> command, Path directory)
      throws IOException {
    // What the launcher looks for; the libraries are in the class path.
    Path home = directory.resolve("spark");
    Files.createDirectories(home.resolve("jars"));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder;
  }

  /** Returns what the executors of a {@link #clusterProgram} have printed. */
  public static String executorLogs(Path directory) throws IOException {
    StringBuilder logs = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.endsWith("stderr")).sorted().toList()) {
        logs.append("\n==== ").append(file).append('\n').append(Files.readString(file));
      }
    }
    return logs.toString();
  }

  private static List<String> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("hadoop-client-minicluster"))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .toList();
  }
}
