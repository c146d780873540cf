// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hdfs;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.hadoop.util.NativeCodeLoader;

/**
 * A cluster with one data node in a separate process, so that its work is not counted as the
 * reader's. The process ends when its standard input is closed.
 */
public final class HdfsCluster implements AutoCloseable {
  private static final String SOCKET = "dfs.domain.socket.path";
  private static final String USE = "use ";
  private static final String LIBRARY = "java.library.path";

  private final Process process;
  private final BufferedReader lines;
  private final URI uri;
  private final String socket;

  private HdfsCluster(Process process, BufferedReader lines, URI uri, String socket) {
    this.process = process;
    this.lines = lines;
    this.uri = uri;
    this.socket = socket;
  }

  /**
   * Returns whether Hadoop's native library is available; if so, data nodes pass file descriptors
   * instead of paths.
   */
  public static boolean passesDescriptors() {
    return NativeCodeLoader.isNativeCodeLoaded();
  }

  /**
   * Starts a cluster.
   *
   * @param directory of its files
   */
  public static HdfsCluster start(Path directory) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx1g",
                    "-D" + LIBRARY + "=" + System.getProperty(LIBRARY),
                    "-cp",
                    System.getProperty("java.class.path"),
                    HdfsCluster.class.getName(),
                    directory.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("hdfs://")) {
        String[] parts = line.split(" ", 2);
        return new HdfsCluster(process, lines, URI.create(parts[0]), parts[1]);
      }
    }
    throw new IOException("Failed to start a cluster in " + directory);
  }

  /** The main method of the process. */
  public static void main(String[] arguments) throws IOException {
    Configuration configuration = new Configuration();
    configuration.setInt("dfs.replication", 1);
    if (passesDescriptors()) {
      DomainSocket.disableBindPathValidation();
      Path sockets = Files.createTempDirectory("albis");
      configuration.set(SOCKET, sockets.resolve("dn").toString());
      configuration.setBoolean("dfs.client.read.shortcircuit", true);
    } else {
      configuration.set("dfs.block.local-path-access.user", System.getProperty("user.name"));
    }
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(configuration, new File(arguments[0]))
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .build()) {
      cluster.waitActive();
      System.out.println(cluster.getURI() + " " + configuration.get(SOCKET, ""));
      System.out.flush();
      CallCounter counter = CallCounter.of(cluster.getNameNodePort());
      while (System.in.read() >= 0) {
        FSNamesystem names = cluster.getNamesystem();
        NameNodeUse use =
            new NameNodeUse(names.getFilesTotal(), names.getBlocksTotal(), counter.calls());
        System.out.println(USE + use.toLine());
        System.out.flush();
      }
    }
  }

  /**
   * Asks the process what its name node has been asked for, and what it knows.
   *
   * @throws IOException if the process has ended
   */
  public NameNodeUse nameNodeUse() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(USE)) {
        return NameNodeUse.parse(line.substring(USE.length()));
      }
    }
    throw new IOException("Failed to ask the cluster " + uri + ": its process has ended");
  }

  /** URI of the file system. */
  public URI uri() {
    return uri;
  }

  /** Hadoop settings for short-circuit reads by file descriptors. */
  public Map<String, String> settings() {
    return passesDescriptors()
        ? Map.of(
            SOCKET,
            socket,
            "dfs.client.read.shortcircuit",
            "true",
            // Clients with the same context name share a cache.
            "dfs.client.context",
            "descriptors")
        : Map.of();
  }

  /** The process of the cluster. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
