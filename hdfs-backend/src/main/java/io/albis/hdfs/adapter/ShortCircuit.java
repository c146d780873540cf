// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.adapter;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ClientContext;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.shortcircuit.ShortCircuitReplica;
import org.apache.hadoop.hdfs.shortcircuit.ShortCircuitReplicaInfo;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.VersionInfo;

/**
 * A descriptor of a block's file, which a data node of this machine has passed to Hadoop's client
 * ("short-circuit reads"), and which is held until it is closed. By its name below {@code /proc}
 * the file can be opened again, for direct I/O, where its directory is closed to the user.
 */
public final class ShortCircuit implements AutoCloseable {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path POSITIONS = Path.of("/proc/self/fdinfo");

  /** So many numbers behind that of the last one are looked at before all are. */
  private static final int NEAR = 16;

  /** Number of the last one that was found: the system gives the lowest that is free. */
  private static int last;

  /** Beyond the end of any block, and within what file systems take for a position. */
  private static final AtomicLong MARK = new AtomicLong(1L << 40);

  private final ShortCircuitReplica replica;
  private final Path path;

  private ShortCircuit(ShortCircuitReplica replica, Path path) {
    this.replica = replica;
    this.path = path;
  }

  /**
   * Why the client gets no descriptors; empty if it may.
   *
   * @param libraryVersion the release of Hadoop that the native library is said to be of; empty if
   *     it lies in an installation of Hadoop, which tells
   */
  public static Optional<String> obstacle(Configuration configuration, String libraryVersion) {
    if (!configuration.getBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, false)) {
      return Optional.of(HdfsClientConfigKeys.Read.ShortCircuit.KEY + " is off");
    }
    if (configuration.get(HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY, "").isEmpty()) {
      return Optional.of(HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY + " is not set");
    }
    if (!Files.isDirectory(POSITIONS)) {
      return Optional.of("this system has no " + POSITIONS);
    }
    if (!NativeCodeLoader.isNativeCodeLoaded()) {
      return Optional.of("Hadoop's native library is not loaded");
    }
    if (DomainSocket.getLoadingFailureReason() != null) {
      return Optional.of(DomainSocket.getLoadingFailureReason());
    }
    return mismatch(libraryVersion);
  }

  /** A library of another release may end the whole process when it is called. */
  private static Optional<String> mismatch(String libraryVersion) {
    String version = VersionInfo.getVersion();
    if (libraryVersion.isEmpty()) {
      Path library = Path.of(NativeCodeLoader.getLibraryName()).toAbsolutePath();
      Path jar = library.resolve("../../../share/hadoop/common/hadoop-common-" + version + ".jar");
      return Files.exists(jar.normalize())
          ? Optional.empty()
          : Optional.of(
              "the native library " + library + " is not known to be of Hadoop " + version);
    }
    return libraryVersion.equals(version)
        ? Optional.empty()
        : Optional.of(
            "the native library is of Hadoop " + libraryVersion + ", the classes of " + version);
  }

  /**
   * The descriptor of a block that the client has just read from.
   *
   * @return null if it got none
   */
  public static ShortCircuit of(HdfsBlock block, Configuration configuration) throws IOException {
    ExtendedBlockId key = ExtendedBlockId.fromExtendedBlock(block.located().getBlock());
    // What is not there is not asked for: the client knows best whom to ask, and when.
    ShortCircuitReplicaInfo info =
        ClientContext.getFromConf(configuration)
            .getShortCircuitCache(key.getBlockId())
            .fetchOrCreate(key, ShortCircuitReplicaInfo::new);
    ShortCircuitReplica replica = info.getReplica();
    if (replica == null) {
      return null;
    }
    try {
      return new ShortCircuit(replica, path(replica.getDataStream(), key));
    } catch (IOException | RuntimeException e) {
      replica.unref();
      throw e;
    }
  }

  /** Finds the number of a descriptor, which Java does not tell, by a position that it is given. */
  private static synchronized Path path(FileInputStream stream, ExtendedBlockId key)
      throws IOException {
    FileChannel channel = stream.getChannel();
    long before = channel.position();
    long mark = MARK.incrementAndGet();
    channel.position(mark);
    try {
      for (int number = last + 1; number <= last + NEAR; number++) {
        Path descriptor = DESCRIPTORS.resolve(String.valueOf(number));
        if (isOf(descriptor, key) && isAt(descriptor, mark)) {
          last = number;
          return descriptor;
        }
      }
      return search(key, mark);
    } finally {
      channel.position(before);
    }
  }

  private static Path search(ExtendedBlockId key, long mark) throws IOException {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        if (isOf(descriptor, key) && isAt(descriptor, mark)) {
          last = Integer.parseInt(descriptor.getFileName().toString());
          return descriptor;
        }
      }
    }
    throw new IOException("Cannot find the descriptor of block " + key + " in " + DESCRIPTORS);
  }

  private static boolean isOf(Path descriptor, ExtendedBlockId key) throws IOException {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      return file.endsWith("/blk_" + key.getBlockId())
          && file.contains("/" + key.getBlockPoolId() + "/");
    } catch (NoSuchFileException closed) {
      return false;
    }
  }

  private static boolean isAt(Path descriptor, long position) {
    try {
      return Files.readAllLines(POSITIONS.resolve(descriptor.getFileName()))
          .contains("pos:\t" + position);
    } catch (IOException closed) {
      // Somebody else's, who has closed it since the directory was read.
      return false;
    }
  }

  /** By which the file is opened while this is held. */
  public Path path() {
    return path;
  }

  /** Gives the descriptor back to the client. */
  @Override
  public void close() {
    replica.unref();
  }
}
