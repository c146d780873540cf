// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests two name services that share their data nodes. */
final class FederationTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster =
        TestCluster.start(
            TestCluster.configuration(),
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2)));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Storage openBoth() throws IOException {
    String link = "hadoop.fs.viewfs.mounttable.both.link./";
    return cluster.open(
        URI.create("viewfs://both/"),
        link + "first",
        cluster.mini().getURI(0).resolve("/tables").toString(),
        link + "second",
        cluster.mini().getURI(1).resolve("/tables").toString());
  }

  @Test
  void readsBlockFilesOfBothThroughOneMountTable() throws IOException {
    try (Storage storage = openBoth()) {
      byte[] first = TestFiles.write(storage, "first/data");
      byte[] second = TestFiles.write(storage, "second/data");

      TestFiles.assertReads(storage, "first/data", first, TestFiles.BLOCK_FILE);
      TestFiles.assertReads(storage, "second/data", second, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void publishesExclusivelyInEachNameService() throws IOException {
    try (Storage storage = openBoth()) {
      byte[] bytes = TestFiles.bytes(1000);
      storage.publish("first/published", bytes);
      storage.publish("second/published", bytes);

      assertThatThrownBy(() -> storage.publish("second/published", bytes))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("second/published");
    }
    try (Storage direct = cluster.open(cluster.mini().getURI(1).resolve("/tables"))) {
      TestFiles.assertReads(direct, "published", TestFiles.bytes(1000), TestFiles.BLOCK_FILE);
    }
  }
}
