// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests files whose blocks do not contain their plain bytes: encrypted and erasure-coded ones. */
final class TransformedFilesTest {
  private static final String KEY = "key";
  private static final String POLICY = "XOR-2-1-1024k";

  private static TestCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    Configuration configuration = TestCluster.configuration();
    java.nio.file.Path keys =
        Files.createTempDirectory(java.nio.file.Path.of("target"), "keys-").toAbsolutePath();
    configuration.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
        "jceks://file" + keys.resolve("test.jceks"));
    cluster = TestCluster.start(configuration);
    hdfs = cluster.mini().getFileSystem();
    DFSTestUtil.createKey(KEY, cluster.mini(), configuration);
    hdfs.enableErasureCodingPolicy(POLICY);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void readsAnEncryptionZoneThroughTheClient() throws IOException {
    Path zone = new Path("/zone-" + UUID.randomUUID());
    hdfs.mkdirs(zone);
    hdfs.createEncryptionZone(zone, KEY);

    try (Storage storage = cluster.open(cluster.uri(zone.toString()))) {
      byte[] bytes = TestFiles.write(storage, "table/data");
      TestFiles.assertReads(storage, "table/data", bytes, TestFiles.CLIENT);
      storage.publish("table/published", bytes);
      TestFiles.assertReads(storage, "table/published", bytes, TestFiles.CLIENT);
    }
    assertThat(hdfs.getFileEncryptionInfo(new Path(zone, "table/data"))).isNotNull();
  }

  @Test
  void readsErasureCodedFilesThroughTheClient() throws IOException {
    Path directory = new Path("/coded-" + UUID.randomUUID());
    hdfs.mkdirs(directory);
    hdfs.setErasureCodingPolicy(directory, POLICY);

    try (Storage storage = cluster.open(cluster.uri(directory.toString()))) {
      byte[] bytes = TestFiles.write(storage, "table/data");
      TestFiles.assertReads(storage, "table/data", bytes, TestFiles.CLIENT);
      storage.publish("table/published", bytes);
      TestFiles.assertReads(storage, "table/published", bytes, TestFiles.CLIENT);
      assertThat(storage.locations("table/data", 0, bytes.length)).isNotEmpty();
    }
    assertThat(hdfs.getFileStatus(new Path(directory, "table/data")).isErasureCoded()).isTrue();
  }
}
