// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.List;

/**
 * The hosts that hold a range of a file.
 *
 * @param offset the first byte of the range
 * @param length the length of the range in bytes
 * @param hosts names of the hosts from which the range is cheap to read, cheapest first; may be
 *     empty
 */
public record Locations(long offset, long length, List<String> hosts) {

  /** Copies the list of hosts. */
  public Locations {
    hosts = List.copyOf(hosts);
  }
}
