// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;

/**
 * The connections of this process to a Crail cluster, shared by the storages and files that use the
 * same name node and options. Closed when the last of them is closed.
 *
 * <p>Thread-safe.
 */
final class CrailClient {

  private static final Map<Key, CrailClient> CLIENTS = new HashMap<>();

  private final Key key;
  private final NameNodeLink nameNode;
  private final List<Tier> tiers = new ArrayList<>();
  private final Map<Node, DataNodeLink> dataNodes = new HashMap<>();

  /** Guarded by {@link #CLIENTS}. */
  private int references;

  private record Key(String addresses, long timeoutMillis, int depth, int alignment) {}

  private record Node(int storageType, long key) {}

  private CrailClient(Key key, CrailConfiguration configuration) {
    this.key = key;
    this.nameNode = new NameNodeLink(key.addresses(), configuration, key.timeoutMillis());
    for (String className : CrailConstants.STORAGE_TYPES.split(",", -1)) {
      tiers.add(new Tier(className.trim(), key.alignment(), configuration));
    }
  }

  /** Returns the client for a name node, with a reference. Does not connect. */
  static CrailClient acquire(URI root, CrailSettings settings) throws IOException {
    Map<String, String> crail = Configurations.read(root, settings);
    CrailConfiguration configuration = Configurations.use(crail);
    Key key =
        new Key(
            NameNodeLink.addresses(crail),
            settings.timeoutMillis(),
            settings.depth(),
            settings.alignment());
    synchronized (CLIENTS) {
      CrailClient client =
          CLIENTS.computeIfAbsent(key, unused -> new CrailClient(key, configuration));
      client.references++;
      return client;
    }
  }

  /** Adds a reference. The caller has one. */
  CrailClient retain() {
    synchronized (CLIENTS) {
      references++;
    }
    return this;
  }

  /** Gives a reference back; the last one closes all connections when their requests have ended. */
  void release() {
    synchronized (CLIENTS) {
      references--;
      if (references > 0) {
        return;
      }
      CLIENTS.remove(key);
    }
    nameNode.shutDown();
    synchronized (dataNodes) {
      dataNodes.values().forEach(Link::shutDown);
    }
  }

  NameNodeLink nameNode() {
    return nameNode;
  }

  List<Tier> tiers() {
    return tiers;
  }

  /** Removes the requests of an owner to data nodes that have not started, and returns them. */
  List<Link.Request<?>> withdraw(Object owner) {
    List<Link.Request<?>> withdrawn = new ArrayList<>();
    synchronized (dataNodes) {
      dataNodes.values().forEach(link -> withdrawn.addAll(link.withdraw(owner)));
    }
    return withdrawn;
  }

  /** The alignment that requests to every tier of the cluster satisfy, in bytes. */
  int alignment() {
    return tiers.stream().mapToInt(Tier::alignment).max().orElse(1);
  }

  /** The length of the longest request that every tier of the cluster accepts, in bytes. */
  int maxRequest() {
    return tiers.stream().mapToInt(Tier::maxRequest).min().orElseThrow();
  }

  /** The connection to the data node of a block. */
  DataNodeLink dataNode(BlockInfo block) throws IOException {
    DataNodeInfo info = block.getDnInfo();
    if (info.getStorageType() >= tiers.size()) {
      throw new IOException(
          "Cannot use a block of Crail: it is in storage tier "
              + info.getStorageType()
              + ", but crail.storage.types has only "
              + CrailConstants.STORAGE_TYPES
              + " (use the configuration of the cluster)");
    }
    Tier tier = tiers.get(info.getStorageType());
    synchronized (dataNodes) {
      DataNodeLink link = dataNodes.get(new Node(info.getStorageType(), info.key()));
      if (link == null) {
        link = newLink(info, tier);
        dataNodes.put(new Node(info.getStorageType(), info.key()), link);
      }
      return link;
    }
  }

  private DataNodeLink newLink(DataNodeInfo info, Tier tier) throws UnknownHostException {
    DataNodeInfo own =
        new DataNodeInfo(
            info.getStorageType(),
            info.getStorageClass(),
            info.getLocationClass(),
            info.getIpAddress(),
            info.getPort());
    return new DataNodeLink(own, tier, key.depth(), key.timeoutMillis());
  }
}
