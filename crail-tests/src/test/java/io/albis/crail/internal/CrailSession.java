// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.local.CrailParts;
import io.albis.crail.internal.local.LocalCluster;
import io.albis.crail.internal.local.LocalClusterOptions;
import io.albis.crail.nvmf.CheckingTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts a Crail cluster on which the tests of reader and writer place their tables, if the
 * property {@value #CLUSTER} names a directory for it. The environment variable {@code CRAIL_HOME}
 * of the tests is the directory {@code client} in it. If the property {@value #TIER} is {@code
 * checking}, clients use {@link CheckingTier}, which fails requests that are not aligned or access
 * memory that is not registered.
 */
public final class CrailSession implements LauncherSessionListener {

  private static final String CLUSTER = "albis.tests.crail";
  private static final String TIER = "albis.tests.crail.tier";
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
              new LocalClusterOptions(
                  Path.of(directory), 2, BLOCK_BYTES, 3L << 30, 1, List.of(), CrailParts.DEFAULT));
      if (isChecking()) {
        useCheckingTier(cluster.home().resolve("conf").resolve("crail-site.conf"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.setProperty(ROOT, cluster.uri("/tests").toString());
  }

  private static boolean isChecking() {
    return "checking".equals(System.getProperty(TIER));
  }

  private static void useCheckingTier(Path configuration) throws IOException {
    String text = Files.readString(configuration);
    Files.writeString(
        configuration,
        text.replace("org.apache.crail.storage.tcp.TcpStorageTier", CheckingTier.class.getName()));
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (cluster == null) {
      return;
    }
    System.clearProperty(ROOT);
    cluster.close();
    if (isChecking()) {
      String result =
          CheckingTier.findings() + " findings in " + CheckingTier.requests() + " requests";
      System.getLogger(CrailSession.class.getName()).log(System.Logger.Level.INFO, result);
      if (CheckingTier.findings() > 0 || CheckingTier.requests() == 0) {
        throw new IllegalStateException("Requests to Crail are wrong: " + result);
      }
    }
  }
}
