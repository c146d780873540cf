// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.adapter;

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
 * A data node on this machine, which tells where the files of its blocks are. What it told is kept,
 * and so is the connection: to make one takes several milliseconds. A node that refuses, or does
 * not answer, is left alone for a while.
 *
 * <p>There is one for each node and user in the process. Thread-safe.
 */
public final class DataNode {

  private static final int MAX_NODES = 64;
  private static final int MAX_PATHS = 10_000;
  private static final int TIMEOUT_MILLISECONDS = 5_000;
  private static final long REFUSAL_NANOSECONDS = TimeUnit.MINUTES.toNanos(10);
  private static final long SILENCE_NANOSECONDS = TimeUnit.SECONDS.toNanos(20);

  /** Those that have not been asked for long are forgotten first: of clusters that are gone. */
  private static final Cache<Key, DataNode> NODES = newNodes();

  private final DatanodeInfo info;
  private final UserGroupInformation user;
  private final Configuration configuration;
  private final boolean byHostname;

  /** Files of blocks, by the ids of the blocks. */
  private final Cache<String, Path> paths =
      Caffeine.newBuilder().maximumSize(MAX_PATHS).executor(Runnable::run).build();

  /** Directories of complete blocks of which the node has told, by pool. */
  private final Map<String, Set<Path>> directories = new HashMap<>();

  private ClientDatanodeProtocol proxy;
  private String refusal;
  private long refusedUntil;

  /** Two users of one name may hold different credentials. */
  private record Key(String node, String address, UserGroupInformation user) {}

  private DataNode(DatanodeInfo info, UserGroupInformation user, Configuration configuration) {
    this.info = info;
    this.user = user;
    this.byHostname =
        configuration.getBoolean(HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME, false);
    this.configuration = new Configuration(configuration);
    // A node that is down answers at once on its own machine; there are other ways to read.
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
    // Nodes refuse those for whom a service acts; that they may read the block, its token shows.
    UserGroupInformation asking = user.getRealUser() == null ? user : user.getRealUser();
    Key key = new Key(info.getDatanodeUuid(), info.getIpcAddr(false), asking);
    return NODES.get(key, unused -> new DataNode(info, asking, configuration));
  }

  DatanodeInfo info() {
    return info;
  }

  /** Name and port, for messages. */
  public String name() {
    return info.getXferAddr();
  }

  /** Why this node is not asked for paths at the moment; empty if it is. */
  public synchronized Optional<String> refusal() {
    if (refusal != null && System.nanoTime() - refusedUntil >= 0) {
      refusal = null;
    }
    return Optional.ofNullable(refusal);
  }

  /** Leaves the node alone for some minutes, as what is wrong takes somebody to set it right. */
  public synchronized void refuse(String why) {
    refuse(why, REFUSAL_NANOSECONDS);
  }

  private synchronized void refuse(String why, long nanoseconds) {
    refusal = why;
    refusedUntil = System.nanoTime() + nanoseconds;
  }

  /** Forgets all refusals of all nodes, to ask again at once. */
  public static void forgetRefusals() {
    NODES.asMap().values().forEach(DataNode::forgetRefusal);
  }

  private synchronized void forgetRefusal() {
    refusal = null;
  }

  /**
   * The file of a block.
   *
   * @throws IOException if the node does not tell; it is left alone for a while, where asking for
   *     another block would end the same
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
        refuse(Messages.firstLine(cause));
      }
      throw cause;
    } catch (IOException e) {
      close();
      AccessControlException denied = denied(e);
      if (denied == null) {
        refuse(Messages.firstLine(e), SILENCE_NANOSECONDS);
      } else {
        refuse(Messages.firstLine(denied));
      }
      throw e;
    }
  }

  /**
   * Data nodes put complete blocks into two levels of directories by number. To ask for each block
   * takes about as long as to read a megabyte; to look into a known directory does not. The name of
   * the file with the checksums has the generation, so that no other contents can be taken for the
   * block's.
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

  /** That it does not let the user in at all is found by the connection, deep in the causes. */
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

  /** Forgets where the file of a block is, as it has moved. */
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
        throw new InterruptedIOException("Cannot ask data node " + name() + ": interrupted");
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
