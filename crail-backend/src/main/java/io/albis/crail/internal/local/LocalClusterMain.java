// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The process of {@code albis crail start --local}: runs a cluster in a directory until it is
 * terminated or the name node ends. While the cluster serves, the file {@code uri} in the directory
 * has its URI.
 */
public final class LocalClusterMain {

  private LocalClusterMain() {}

  /** Runs a cluster in the directory that is the only argument. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]).toAbsolutePath();
    LocalCluster cluster = LocalCluster.start(LocalClusterOptions.in(directory));
    Path uri = directory.resolve("uri");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster, uri), "albis-crail-stop"));
    Path started = directory.resolve("uri.starting");
    Files.writeString(started, cluster.uri("/") + "\n");
    Files.move(started, uri, StandardCopyOption.REPLACE_EXISTING);
    cluster.nameNode().onExit().join();
  }

  private static void stop(LocalCluster cluster, Path uri) {
    cluster.close();
    try {
      Files.deleteIfExists(uri);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
