// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What a task reads, one change after the other.
 *
 * @param changes at least one
 */
record ChangePartition(List<Change> changes) implements InputPartition {

  private static final long serialVersionUID = 1L;

  ChangePartition {
    changes = List.copyOf(changes);
  }
}
