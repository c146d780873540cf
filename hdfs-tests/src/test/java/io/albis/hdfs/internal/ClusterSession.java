// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts a cluster on which the tests of reader and writer place their tables, if the property
 * {@value #CLUSTER} is set.
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
