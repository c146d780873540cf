// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.spark.internal.source.OpenDatasets;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Tables on a cluster of HDFS. */
@ExtendWith(SparkTestSession.class)
class HdfsTest {

  private static final int ROWS = 5000;

  @TempDir private static Path directory;

  private static MiniDFSCluster cluster;
  private static String uri;

  @BeforeAll
  static void start() throws IOException {
    // Other tests of this process may have cached a local file system that a cluster cannot use.
    FileSystem.closeAll();
    Configuration configuration = new Configuration();
    configuration.setInt("dfs.replication", 1);
    configuration.setBoolean("dfs.namenode.delegation.token.always-use", true);
    cluster =
        new MiniDFSCluster.Builder(configuration, directory.resolve("cluster").toFile())
            .numDataNodes(1)
            .build();
    cluster.waitActive();
    uri = cluster.getURI().resolve("/private/t").toString();
    TableWriter.Builder builder = TableWriter.create(uri, TestTables.SCHEMA);
    TestTables.write(builder.option("hdfs.replication", "1"), 0, ROWS);
  }

  @AfterAll
  static void stop() throws IOException {
    OpenDatasets.closeIdle();
    cluster.shutdown(true);
    FileSystem.closeAll();
  }

  private static long sum(Dataset<Row> table) {
    return table.selectExpr("sum(id)").first().getLong(0);
  }

  @Test
  void readsTablesWhereTheirBlocksAre(SparkSession spark) {
    Dataset<Row> table = spark.read().format("albis").option("split-size", "20k").load(uri);

    assertThat(sum(table)).isEqualTo(ROWS * (ROWS - 1L) / 2);
    List<InputPartition> partitions =
        CollectionConverters.asJava(
            Plans.scanNodes(table.selectExpr("id", "name")).get(0).inputPartitions());
    assertThat(partitions)
        .isNotEmpty()
        .allSatisfy(
            partition -> assertThat(partition.preferredLocations()).containsExactly("127.0.0.1"));
    Dataset<Row> anywhere = spark.read().format("albis").option("locality", "false").load(uri);
    assertThat(
            CollectionConverters.asJava(Plans.scanNodes(anywhere).get(0).inputPartitions()).stream()
                .flatMap(partition -> Arrays.stream(partition.preferredLocations())))
        .isEmpty();
  }

  @Test
  void resolvesPathsInTheDefaultFileSystem(SparkSession spark) {
    spark.conf().set("fs.defaultFS", cluster.getURI().toString());

    assertThat(sum(spark.read().format("albis").load("/private/t")))
        .isEqualTo(ROWS * (ROWS - 1L) / 2);
    assertThat(spark.sql("SELECT count(*) FROM albis.`/private/*`").first().getLong(0))
        .isEqualTo(ROWS);
  }

  @Test
  void namesTablesOfAWarehouse(SparkSession spark) {
    spark.conf().set("fs.defaultFS", cluster.getURI().toString());
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", "/warehouse");
    spark.conf().set("spark.sql.catalog.wh.hdfs.replication", "1");
    spark.sql("CREATE NAMESPACE wh.a");
    spark.sql("CREATE NAMESPACE wh.b");
    spark.sql("CREATE TABLE wh.a.t AS SELECT 1L AS id");
    spark.sql("CREATE TABLE wh.b.u AS SELECT 2L AS id");
    spark.sql("ALTER TABLE wh.a.t RENAME TO b.t");
    assertThatThrownBy(() -> spark.sql("ALTER TABLE wh.b.t RENAME TO u"))
        .hasMessageContaining("ALREADY_EXISTS");

    assertThat(spark.sql("SHOW TABLES IN wh.a").isEmpty()).isTrue();
    assertThat(spark.sql("SHOW TABLES IN wh.b").count()).isEqualTo(2);
    assertThat(sum(spark.table("wh.b.t"))).isEqualTo(1);
    spark.sql("DROP TABLE wh.b.t");
    spark.sql("DROP NAMESPACE wh.b CASCADE");
    assertThat(spark.sql("SHOW NAMESPACES IN wh").count()).isEqualTo(1);
  }

  /**
   * Spark gives the tokens of the driver to the user of each executor: scans read as that user. In
   * this process, both are the login user.
   */
  @Test
  void readsWithDelegationTokens(SparkSession spark) throws Exception {
    DistributedFileSystem files = cluster.getFileSystem();
    String owner = UserGroupInformation.getCurrentUser().getShortUserName();
    org.apache.hadoop.fs.Path secret = new org.apache.hadoop.fs.Path("/private");
    files.setPermission(secret, new FsPermission((short) 0700));
    Token<?> token = files.getDelegationToken(owner);
    UserGroupInformation before = UserGroupInformation.getLoginUser();
    try {
      UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser("stranger"));
      assertThatThrownBy(() -> spark.read().format("albis").load(uri).count())
          .hasStackTraceContaining("Permission denied: user=stranger");

      UserGroupInformation trusted = UserGroupInformation.createRemoteUser("trusted");
      trusted.addToken(token);
      UserGroupInformation.setLoginUser(trusted);
      assertThat(sum(spark.read().format("albis").load(uri))).isEqualTo(ROWS * (ROWS - 1L) / 2);
    } finally {
      UserGroupInformation.setLoginUser(before);
      files.setPermission(secret, new FsPermission((short) 0755));
    }
  }
}
