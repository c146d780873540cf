// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.read.KeyClasses;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a join of groups that a scan returns.
 *
 * @param paths of the columns of the scan that are keys
 * @param rows of the other side; {@link Long#MAX_VALUE} if that is unknown
 * @param drops whether groups without a match are not in the result
 * @param classes of the keys, if the key is one column on which nothing else depends
 */
public record JoinedKeys(
    List<String> paths, long rows, boolean drops, Optional<KeyClasses> classes) {

  /** Copies the list. */
  public JoinedKeys {
    paths = List.copyOf(paths);
  }
}
