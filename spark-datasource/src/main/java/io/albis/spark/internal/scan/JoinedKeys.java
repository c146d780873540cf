// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import java.util.List;

/**
 * The keys of a join of groups that a scan returns.
 *
 * @param paths of the columns of the scan that are keys
 * @param rows of the other side; {@link Long#MAX_VALUE} if groups without a match stay
 */
public record JoinedKeys(List<String> paths, long rows) {

  /** Copies the list. */
  public JoinedKeys {
    paths = List.copyOf(paths);
  }
}
