/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Every block on this node, its file read past the page cache. */
final class HdfsContractTest extends StorageContractTest {
  private static TestCluster cluster;

  private Storage opened;

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
    opened = cluster.open();
    return opened;
  }

  @AfterEach
  void readsNothingByTheClient() {
    assertThat(opened.metrics().bytesReadByWay()).doesNotContainKey("client");
  }
}
