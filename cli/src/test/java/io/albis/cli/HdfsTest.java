// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command on tables of a cluster. */
final class HdfsTest {
  private static final String ACCESS = "dfs.block.local-path-access.user";

  private static final String FIXTURE = "src/test/fixtures/all-types.parquet";

  @TempDir private static Path directory;

  private static MiniDFSCluster cluster;
  private static String table;

  @BeforeAll
  static void start() throws IOException {
    // Other commands in this process may have cached a local file system that a cluster cannot use.
    FileSystem.closeAll();
    Configuration configuration = new Configuration();
    configuration.set(ACCESS, System.getProperty("user.name"));
    configuration.setInt("dfs.replication", 1);
    cluster =
        new MiniDFSCluster.Builder(configuration, directory.resolve("cluster").toFile())
            .numDataNodes(1)
            .build();
    cluster.waitActive();
    table = cluster.getURI().resolve("/sales").toString();
    CliRun.ok(
        "convert", FIXTURE, local().toString(), "--columns", "required,int,long,double,text,day");
    Path parquet = directory.resolve("sales.parquet");
    CliRun.ok("export", local().toString(), parquet.toString());
    CliRun.ok("convert", parquet.toString(), table, "--verify", "-O", "hdfs.replication=1");
  }

  private static Path local() {
    return directory.resolve("local");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.shutdown(true);
    FileSystem.closeAll();
  }

  @Test
  void readsTablesOfTheCluster() {
    assertThat(CliRun.ok("count", table)).isEqualTo(CliRun.ok("count", local().toString()));
    assertThat(CliRun.ok("head", table)).isEqualTo(CliRun.ok("head", local().toString()));
    assertThat(CliRun.ok("verify", table)).startsWith("Sound");
  }

  @Test
  void writesAndReadsFilesOfTheCluster() {
    String file = cluster.getURI().resolve("/files/sales.albis").toString();
    CliRun.ok("convert", directory.resolve("sales.parquet").toString(), file, "--verify");
    assertThat(CliRun.ok("head", file)).isEqualTo(CliRun.ok("head", local().toString()));
    assertThat(CliRun.ok("verify", file)).startsWith("Sound: 1 files");
    CliRun again = CliRun.albis("convert", directory.resolve("sales.parquet").toString(), file);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("it exists");
    CliRun none = CliRun.albis("count", cluster.getURI().resolve("/files/none.albis").toString());
    assertThat(none.err()).contains("there is no such file");
  }

  @Test
  void convertsFilesOfTheCluster() throws IOException {
    FileSystem fileSystem = cluster.getFileSystem();
    Path orc = directory.resolve("sales.orc");
    CliRun.ok("export", local().toString(), orc.toString());
    for (Path file : new Path[] {directory.resolve("sales.parquet"), orc}) {
      String name = file.getFileName().toString();
      org.apache.hadoop.fs.Path input = new org.apache.hadoop.fs.Path("/in/" + name + "/part-0");
      fileSystem.copyFromLocalFile(new org.apache.hadoop.fs.Path(file.toUri()), input);
      fileSystem.create(new org.apache.hadoop.fs.Path("/in/" + name + "/_SUCCESS")).close();
      String converted = cluster.getURI().resolve("/from-" + name).toString();

      CliRun.ok("convert", cluster.getURI().resolve("/in/" + name).toString(), converted);

      assertThat(CliRun.ok("head", converted)).isEqualTo(CliRun.ok("head", table));
    }
    CliRun none = CliRun.albis("convert", cluster.getURI().resolve("/in/none*").toString(), table);
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("Cannot find ").contains("/in/none*");
  }

  @Test
  void doctorReportsReadPaths() throws IOException {
    assertThat(CliRun.ok("doctor", table))
        .contains("DistributedFileSystem")
        .contains("sampled blocks are read from their files on this node");
    assertThat(CliRun.ok("doctor", table, "-O", "hdfs.local-reads=false"))
        .contains("slow  ")
        .contains("hdfs.local-reads is false")
        .contains("-> Set it to true.");
    var findings = new ObjectMapper().readTree(CliRun.ok("doctor", table, "--json"));
    assertThat(findings.get(0).get("verdict").asText()).isEqualTo("GOOD");
  }

  @Test
  void reportsMissingTablesAndBackends() {
    CliRun none = CliRun.albis("count", cluster.getURI().resolve("/none").toString());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("Cannot open table").contains("/none");
    CliRun unknown = CliRun.albis("count", "nosuch://host/table");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err())
        .contains("no storage backend for scheme 'nosuch'")
        .contains("hadoop.fs.nosuch.impl");
  }

  @Test
  void readsTheClusterFromTheConfiguration() throws Exception {
    Path settings = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(
        settings.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>"
            + cluster.getURI()
            + "</value></property></configuration>");
    String path = URI.create(table).getPath();

    // Use another process, since the environment of this one cannot be changed.
    CliRun run =
        CliRun.process(Map.of("HADOOP_CONF_DIR", settings.toString()), "count", "hdfs://" + path);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(CliRun.ok("count", table));
  }
}
