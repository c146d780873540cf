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

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts a cluster for the tests of reader and writer, which then have their tables there; only
 * where the property {@value #CLUSTER} is set.
 */
public final class ClusterSession implements LauncherSessionListener {

  private static final String CLUSTER = "albis.tests.cluster";
  private static final String ROOT = "albis.tests.root";

  private TestCluster cluster;

  /** For {@link java.util.ServiceLoader}. */
  public ClusterSession() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Boolean.getBoolean(CLUSTER) && System.getProperty(ROOT) == null) {
      cluster = TestCluster.start(TestCluster.configuration());
      System.setProperty(ROOT, cluster.uri("/tests").toString());
    }
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (cluster != null) {
      System.clearProperty(ROOT);
      cluster.close();
    }
  }
}
