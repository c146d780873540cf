// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract on a cluster behind a mount table. */
final class ViewFsContractTest extends StorageContractTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(TestCluster.configuration());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Override
  protected Storage openEmpty() throws IOException {
    return cluster.open(
        URI.create("viewfs://tables/data/" + UUID.randomUUID()),
        "hadoop.fs.viewfs.mounttable.tables.link./data",
        cluster.uri("/mounted").toString());
  }
}
