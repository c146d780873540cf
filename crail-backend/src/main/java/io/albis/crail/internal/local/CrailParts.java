// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.Map;

/**
 * What a local cluster uses instead of the embedded name node and the TCP tier.
 *
 * @param nameNodeClassPath where Crail's own name node is, with what it needs apart from the class
 *     path of this process; empty for the embedded one
 * @param dataNodePort the port of the data node, if there is one; 0 for any that is free
 * @param settings settings of Crail, which replace those of the cluster
 */
public record CrailParts(String nameNodeClassPath, int dataNodePort, Map<String, String> settings) {

  /** The embedded name node and the TCP tier. */
  public static final CrailParts DEFAULT = new CrailParts("", 0, Map.of());

  /** Copies the settings. */
  public CrailParts {
    settings = Map.copyOf(settings);
  }

  boolean hasOwnNameNode() {
    return !nameNodeClassPath.isEmpty();
  }
}
