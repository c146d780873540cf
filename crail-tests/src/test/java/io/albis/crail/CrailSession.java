// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import io.albis.crail.local.LocalCluster;
import io.albis.crail.local.LocalClusterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts a Crail cluster on which the tests of reader and writer place their tables, if the
 * property {@value #CLUSTER} names a directory for it. The environment variable {@code CRAIL_HOME}
 * of the tests is the directory {@code client} in it.
 */
public final class CrailSession implements LauncherSessionListener {

  private static final String CLUSTER = "albis.tests.crail";
  private static final String ROOT = "albis.tests.root";

  /** Every file takes at least one block. */
  private static final int BLOCK_BYTES = 256 << 10;

  private LocalCluster cluster;

  /** For {@link java.util.ServiceLoader}. */
  public CrailSession() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    String directory = System.getProperty(CLUSTER);
    if (directory == null || System.getProperty(ROOT) != null) {
      return;
    }
    try {
      cluster =
          LocalCluster.start(
              new LocalClusterOptions(Path.of(directory), 2, BLOCK_BYTES, 3L << 30, 1, List.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.setProperty(ROOT, cluster.uri("/tests").toString());
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (cluster != null) {
      System.clearProperty(ROOT);
      cluster.close();
    }
  }
}
