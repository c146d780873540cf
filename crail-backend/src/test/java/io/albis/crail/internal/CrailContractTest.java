// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract on a cluster of separate processes, over TCP. */
final class CrailContractTest extends StorageContractTest {

  private static TestCrail cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCrail.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
    assertThat(RecordingTier.REQUESTS.sum()).isPositive();
    assertThat(RecordingTier.DAMAGING).isEmpty();
  }

  @Override
  protected Storage openEmpty() throws IOException {
    return cluster.open();
  }
}
