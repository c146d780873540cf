// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.util.Collections;

/**
 * The network interface that a data node serves. Crail accepts only one with a broadcast address,
 * which excludes the loopback interface.
 *
 * @param name the name of the interface
 * @param address its IPv4 address
 */
record Interfaces(String name, InetAddress address) {

  static Interfaces find() throws IOException {
    for (NetworkInterface candidate : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (candidate.isUp() && !candidate.isLoopback()) {
        for (InterfaceAddress address : candidate.getInterfaceAddresses()) {
          if (address.getBroadcast() != null && address.getAddress() instanceof Inet4Address) {
            return new Interfaces(candidate.getName(), address.getAddress());
          }
        }
      }
    }
    throw new IOException(
        "Cannot start a Crail data node: no network interface is up that has an IPv4 address and a"
            + " broadcast address, which Crail requires (as root: ip link add crail0 type dummy &&"
            + " ip addr add 10.99.0.1/24 brd + dev crail0 && ip link set crail0 up)");
  }

  /** A port that was free a moment ago. */
  int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      return socket.getLocalPort();
    }
  }
}
