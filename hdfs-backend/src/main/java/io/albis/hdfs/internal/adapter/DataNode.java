// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A data node on this machine, which returns the paths of the files of its blocks. Paths are
 * cached, and so is the connection, which takes several milliseconds to open. After a node has
 * refused a request or has not responded, it is not asked again for some time.
 *
 * <p>The process has one instance for each node and user. Thread-safe.
 */
public final class DataNode {

  private static final int MAX_NODES = 64;
  private static final int MAX_PATHS = 10_000;
  private static final int TIMEOUT_MILLISECONDS = 5_000;
  private static final long REFUSAL_NANOSECONDS = TimeUnit.MINUTES.toNanos(10);
  private static final long SILENCE_NANOSECONDS = TimeUnit.SECONDS.toNanos(20);

  /** Evicts nodes that are rarely used, such as those of clusters that no longer exist. */
  private static final Cache<Key, DataNode> NODES = newNodes();

  private final DatanodeInfo info;
  private final UserGroupInformation user;
  private final Configuration configuration;
  private final boolean byHostname;

  /** Files of blocks, by the ids of the blocks. */
  private final Cache<String, Path> paths =
      Caffeine.newBuilder().maximumSize(MAX_PATHS).executor(Runnable::run).build();

  /** Directories of complete blocks, by block pool, derived from the paths received. */
  private final Map<String, Set<Path>> directories = new HashMap<>();

  private ClientDatanodeProtocol proxy;
  private String refusal;
  private long refusedUntil;

  /** Users are compared by identity: two of the same name may have different credentials. */
  private record Key(String node, String address, UserGroupInformation user) {}

  private DataNode(DatanodeInfo info, UserGroupInformation user, Configuration configuration) {
    this.info = info;
    this.user = user;
    this.byHostname =
        configuration.getBoolean(HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME, false);
    this.configuration = new Configuration(configuration);
    // Connecting to a node on this machine that is down fails immediately; there are other read
    // paths.
    this.configuration.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    this.configuration.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_RETRY_INTERVAL_KEY, 50);
    this.configuration.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 1);
  }

  private static Cache<Key, DataNode> newNodes() {
    return Caffeine.newBuilder()
        .maximumSize(MAX_NODES)
        .executor(Runnable::run)
        .removalListener((Key key, DataNode node, RemovalCause cause) -> node.close())
        .build();
  }

  static boolean isLocal(DatanodeInfo info) throws IOException {
    InetSocketAddress address = new InetSocketAddress(info.getIpAddr(), info.getXferPort());
    return !address.isUnresolved() && DFSUtilClient.isLocalAddress(address);
  }

  static DataNode of(DatanodeInfo info, UserGroupInformation user, Configuration configuration) {
    // Nodes refuse proxy users; the block token proves that the user may read the block.
    UserGroupInformation asking = user.getRealUser() == null ? user : user.getRealUser();
    Key key = new Key(info.getDatanodeUuid(), info.getIpcAddr(false), asking);
    return NODES.get(key, unused -> new DataNode(info, asking, configuration));
  }

  DatanodeInfo info() {
    return info;
  }

  /** The address and port, for messages. */
  public String name() {
    return info.getXferAddr();
  }

  /** Why no paths are currently requested from this node; empty if they are. */
  public synchronized Optional<String> refusal() {
    if (refusal != null && System.nanoTime() - refusedUntil >= 0) {
      refusal = null;
    }
    return Optional.ofNullable(refusal);
  }

  /** Stops asking the node for some minutes, since the cause needs an administrator. */
  public synchronized void refuse(String why) {
    refuse(why, REFUSAL_NANOSECONDS);
  }

  private synchronized void refuse(String why, long nanoseconds) {
    refusal = why;
    refusedUntil = System.nanoTime() + nanoseconds;
  }

  /** Clears the refusals of all nodes, so that they are asked again immediately. */
  public static void forgetRefusals() {
    NODES.asMap().values().forEach(DataNode::forgetRefusal);
  }

  private synchronized void forgetRefusal() {
    refusal = null;
  }

  /**
   * Returns the path of the file of a block.
   *
   * @throws IOException if the node does not return it. If that also holds for other blocks, the
   *     node is not asked again for some time.
   */
  public Path blockFile(HdfsBlock block) throws IOException {
    synchronized (this) {
      Path known = paths.getIfPresent(block.id());
      if (known == null) {
        known = derive(block.located().getBlock());
      }
      if (known != null) {
        return known;
      }
    }
    LocatedBlock located = block.located();
    try {
      BlockLocalPathInfo told =
          proxy().getBlockLocalPathInfo(located.getBlock(), located.getBlockToken());
      Path path = Path.of(told.getBlockPath());
      synchronized (this) {
        paths.put(block.id(), path);
        learn(located.getBlock(), path);
      }
      return path;
    } catch (org.apache.hadoop.ipc.RemoteException e) {
      IOException cause = e.unwrapRemoteException();
      if (cause instanceof AccessControlException) {
        refuse(HadoopMessages.firstLine(cause));
      }
      throw cause;
    } catch (IOException e) {
      close();
      AccessControlException denied = denied(e);
      if (denied == null) {
        refuse(HadoopMessages.firstLine(e), SILENCE_NANOSECONDS);
      } else {
        refuse(HadoopMessages.firstLine(denied));
      }
      throw e;
    }
  }

  /**
   * Derives the path from a known directory: data nodes store complete blocks in two levels of
   * subdirectories by block id. Asking the node for a block takes about as long as reading a
   * megabyte. The name of the checksum file contains the generation stamp, which rules out other
   * contents.
   */
  private Path derive(ExtendedBlock block) {
    for (Path directory : directories.getOrDefault(block.getBlockPoolId(), Set.of())) {
      Path file = directory.resolve(relative(block));
      String meta = block.getBlockName() + "_" + block.getGenerationStamp() + ".meta";
      if (Files.exists(file.resolveSibling(meta))) {
        return file;
      }
    }
    return null;
  }

  /** Finds the exception of a refused connection in the chain of causes. */
  private static AccessControlException denied(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof AccessControlException denied) {
        return denied;
      }
    }
    return null;
  }

  private void learn(ExtendedBlock block, Path path) {
    Path relative = relative(block);
    if (path.endsWith(relative)) {
      Path directory = path;
      for (int i = 0; i < relative.getNameCount(); i++) {
        directory = directory.getParent();
      }
      directories
          .computeIfAbsent(block.getBlockPoolId(), pool -> new LinkedHashSet<>())
          .add(directory);
    }
  }

  private static Path relative(ExtendedBlock block) {
    long id = block.getBlockId();
    return Path.of(
        "subdir" + ((id >> 16) & 0x1f), "subdir" + ((id >> 8) & 0x1f), block.getBlockName());
  }

  /** Removes the cached path of a block that has moved. */
  public synchronized void forget(HdfsBlock block) {
    paths.invalidate(block.id());
  }

  private synchronized ClientDatanodeProtocol proxy() throws IOException {
    if (proxy == null) {
      PrivilegedExceptionAction<ClientDatanodeProtocol> create =
          () ->
              DFSUtilClient.createClientDatanodeProtocolProxy(
                  info, configuration, TIMEOUT_MILLISECONDS, byHostname);
      try {
        proxy = user.doAs(create);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Cannot connect to data node " + name() + ": interrupted");
      }
    }
    return proxy;
  }

  private synchronized void close() {
    if (proxy != null) {
      RPC.stopProxy(proxy);
      proxy = null;
    }
  }
}
