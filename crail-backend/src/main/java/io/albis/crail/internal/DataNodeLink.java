// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.storage.StorageEndpoint;

/** The connection to a data node. */
final class DataNodeLink extends Link<StorageEndpoint> {

  private final DataNodeInfo node;
  private final Tier tier;

  DataNodeLink(DataNodeInfo node, Tier tier, int depth, long timeoutMillis)
      throws UnknownHostException {
    super(
        "data node "
            + InetAddress.getByAddress(node.getIpAddress()).getHostAddress()
            + ":"
            + node.getPort(),
        depth,
        timeoutMillis);
    this.node = node;
    this.tier = tier;
  }

  Tier tier() {
    return tier;
  }

  @Override
  StorageEndpoint open() throws Exception {
    return tier.connect(node);
  }

  @Override
  void close(StorageEndpoint old) throws Exception {
    old.close();
  }
}
