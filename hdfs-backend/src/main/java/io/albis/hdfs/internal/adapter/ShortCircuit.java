// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

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
 * The file descriptor of a block that a data node on this machine has passed to Hadoop's client for
 * short-circuit reads. It stays open until it is closed here. Through its path below {@code /proc}
 * the file can be opened again for direct I/O, even if the user may not access its directory.
 */
public final class ShortCircuit implements AutoCloseable {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path POSITIONS = Path.of("/proc/self/fdinfo");

  /** How many numbers after the last one are checked before all descriptors are searched. */
  private static final int NEAR = 16;

  /** The number of the last descriptor found; the system assigns the lowest free number. */
  private static int last;

  /** A position past the end of any block that file systems still accept. */
  private static final AtomicLong MARK = new AtomicLong(1L << 40);

  private final ShortCircuitReplica replica;
  private final Path path;

  private ShortCircuit(ShortCircuitReplica replica, Path path) {
    this.replica = replica;
    this.path = path;
  }

  /**
   * Returns why the client cannot receive descriptors; empty if it can.
   *
   * @param libraryVersion the configured Hadoop version of the native library; empty if the library
   *     is part of an installation of Hadoop, from which the version is known
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

  /** A library of another version may crash the process. */
  private static Optional<String> mismatch(String libraryVersion) {
    String version = VersionInfo.getVersion();
    if (libraryVersion.isEmpty()) {
      Path library = Path.of(NativeCodeLoader.getLibraryName()).toAbsolutePath();
      Path jar = library.resolve("../../../share/hadoop/common/hadoop-common-" + version + ".jar");
      return Files.exists(jar.normalize())
          ? Optional.empty()
          : Optional.of(
              "the version of the native library " + library + " is not known to be " + version);
    }
    return libraryVersion.equals(version)
        ? Optional.empty()
        : Optional.of(
            "the native library has version " + libraryVersion + ", the classes have " + version);
  }

  /**
   * Returns the descriptor of a block that the client has just read from.
   *
   * @return null if the client received none
   */
  public static ShortCircuit of(HdfsBlock block, Configuration configuration) throws IOException {
    ExtendedBlockId key = ExtendedBlockId.fromExtendedBlock(block.located().getBlock());
    // Only looked up in the cache: the client requests descriptors itself.
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

  /** Finds the number of a descriptor, which Java hides, by setting a unique file position. */
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
      // Another descriptor, closed since the directory was read.
      return false;
    }
  }

  /** The path by which the file can be opened until this is closed. */
  public Path path() {
    return path;
  }

  /** Returns the descriptor to the client. */
  @Override
  public void close() {
    replica.unref();
  }
}
