// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.crail.metadata.DataNodeInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running local cluster of one name node and some data nodes, each in a process of its own that
 * ends with this one. The data nodes serve TCP on an interface that is not the loopback interface.
 *
 * <p>Thread-safe.
 */
public final class LocalCluster implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

  private static final String CRAILS_NAME_NODE = "org.apache.crail.namenode.NameNode";

  /** How long each process may take to start, in seconds; emulated machines need more. */
  private static final long START_SECONDS = Long.getLong("albis.crail.start-seconds", 60);

  private static final String DATA = "data";
  private static final String CACHE = "cache";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** How often a data node is started again that Crail has ended at once. */
  private static final int MAX_RESTARTS = 10;

  private final LocalClusterOptions options;
  private final Interfaces network;
  private final int nameNodePort;
  private final List<Integer> dataNodePorts = new ArrayList<>();

  private final NameNodeProbe probe;

  /** The name node, then the data nodes. */
  private final List<Process> processes = new ArrayList<>();

  private LocalCluster(LocalClusterOptions options, Interfaces network) throws IOException {
    this.options = options;
    this.network = network;
    this.nameNodePort = network.freePort();
    this.probe = new NameNodeProbe(new InetSocketAddress(network.address(), nameNodePort));
  }

  /**
   * Starts a cluster and waits until it serves requests.
   *
   * @throws IOException if a process ends or does not serve within 60 seconds, or the property
   *     {@code albis.crail.start-seconds}; the message names its log
   */
  public static LocalCluster start(LocalClusterOptions options) throws IOException {
    LocalCluster cluster = new LocalCluster(options, Interfaces.find());
    try {
      cluster.startNameNode();
      for (int i = 0; i < options.dataNodes(); i++) {
        cluster.startDataNode();
      }
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The URI of a path in the cluster. */
  public URI uri(String path) {
    return URI.create("crail://" + network.address().getHostAddress() + ":" + nameNodePort + path);
  }

  /** The directory with {@code conf/crail-site.conf}, for clients. */
  public Path home() {
    return options.directory().resolve("client");
  }

  /** The process of the name node, for tests of failures. */
  public Process nameNode() {
    return processes.get(0);
  }

  /** The process of a data node, for tests of failures. */
  public Process dataNode(int index) {
    return processes.get(1 + index);
  }

  private void startNameNode() throws IOException {
    Path home = home();
    writeConfiguration(home, network.freePort());
    Path log = log("namenode");
    CrailParts parts = options.parts();
    Process process =
        parts.hasOwnNameNode()
            ? launch(CRAILS_NAME_NODE, ":" + parts.nameNodeClassPath(), home, log)
            : launch(NameNodeProcess.class.getName(), "", home, log);
    await(process, log, probe::answers);
  }

  private void startDataNode() throws IOException {
    int fixed = options.parts().dataNodePort();
    int port = fixed == 0 ? network.freePort() : fixed;
    Path home = dataNodeHome(dataNodePorts.size());
    writeConfiguration(home, port);
    Path log = log(home.getFileName().toString());
    Process process = launch(DataNodeProcess.class.getName(), "", home, log);
    dataNodePorts.add(port);
    DataNodeInfo node = new DataNodeInfo(0, 0, 0, network.address().getAddress(), port);
    Condition serves = () -> probe.freeBlocks(node) >= options.blocksPerDataNode();
    for (int i = 0; i < MAX_RESTARTS && !awaitUnlessEnded(process, log, serves); i++) {
      processes.remove(process);
      process = launch(DataNodeProcess.class.getName(), "", home, log);
    }
    await(process, log, serves);
  }

  /**
   * Waits for a data node. Crail starts the thread that serves, and ends the data node if that
   * thread has not run yet when the main thread asks: then it must be started again.
   *
   * @return whether it serves; false if Crail has ended it
   */
  private static boolean awaitUnlessEnded(Process process, Path log, Condition serves)
      throws IOException {
    try {
      await(process, log, serves);
      return true;
    } catch (IOException e) {
      if (!process.isAlive() && process.exitValue() == DataNodeProcess.ENDED) {
        return false;
      }
      throw e;
    }
  }

  private Path log(String name) throws IOException {
    Path logs = options.directory().resolve("logs");
    Files.createDirectories(logs);
    return logs.resolve(name + ".log");
  }

  private Process launch(String main, String addedClassPath, Path home, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Crail reads the addresses of direct buffers.
    command.add("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    command.add("-Xmx256m");
    command.add("-XX:+UseSerialGC");
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
    command.addAll(options.jvmOptions());
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + addedClassPath);
    command.add(main);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("CRAIL_HOME", home.toString());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private void writeConfiguration(Path home, int dataNodePort) throws IOException {
    Files.createDirectories(home.resolve("conf"));
    Path data = Files.createDirectories(home.resolve(DATA));
    Path cache = Files.createDirectories(home.resolve(CACHE));
    String standard =
        String.join(
            "\n",
            "crail.namenode.address crail://"
                + network.address().getHostAddress()
                + ":"
                + nameNodePort,
            "crail.blocksize " + options.blockBytes(),
            "crail.buffersize " + options.blockBytes(),
            "crail.slicesize " + options.blockBytes(),
            "crail.regionsize " + options.regionBytes(),
            "crail.cachelimit " + 0,
            "crail.cachepath " + cache,
            "crail.tokenexpiration " + options.tokenSeconds(),
            "crail.storage.types org.apache.crail.storage.tcp.TcpStorageTier",
            "crail.storage.tcp.interface " + network.name(),
            "crail.storage.tcp.port " + dataNodePort,
            "crail.storage.tcp.datapath " + data,
            "crail.storage.tcp.storagelimit "
                + (long) options.blocksPerDataNode() * options.blockBytes(),
            "crail.storage.tcp.allocationsize " + options.regionBytes(),
            "");
    StringBuilder text = new StringBuilder(standard);
    // The last value of a setting counts.
    options
        .parts()
        .settings()
        .forEach((name, value) -> text.append(name).append(' ').append(value).append('\n'));
    Files.writeString(home.resolve("conf").resolve("crail-site.conf"), text);
  }

  /** A condition that is polled. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Process process, Path log, Condition condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!condition.holds()) {
      if (!process.isAlive()) {
        throw new IOException(
            "Failed to start Crail: a process ended with exit code "
                + process.exitValue()
                + " (log: "
                + log
                + ")");
      }
      if (System.nanoTime() - end > 0) {
        throw new IOException(
            "Failed to start Crail: no answer within " + START_SECONDS + " s (log: " + log + ")");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Stops all processes, the data nodes first, waits for their end, and deletes what they stored,
   * which is lost without the name node. Their logs and configurations stay.
   */
  @Override
  public void close() {
    probe.close();
    List<Process> last = new ArrayList<>(processes);
    Collections.reverse(last);
    for (Process process : last) {
      process.destroyForcibly();
    }
    for (Process process : last) {
      process.onExit().join();
    }
    deleteStored(home());
    for (int i = 0; i < dataNodePorts.size(); i++) {
      deleteStored(dataNodeHome(i));
    }
  }

  private static void deleteStored(Path home) {
    for (String name : List.of(DATA, CACHE)) {
      try (Stream<Path> found = Files.walk(home.resolve(name))) {
        for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        LOG.warn("Cannot delete what a node of Crail stored in {}", home, e);
      }
    }
  }

  private Path dataNodeHome(int index) {
    return options.directory().resolve("datanode-" + index);
  }
}
