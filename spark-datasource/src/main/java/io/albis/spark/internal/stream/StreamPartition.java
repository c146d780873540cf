// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What a task reads of a batch.
 *
 * @param spec of the batch
 * @param rows of the task
 */
record StreamPartition(ReadSpec spec, ScanPartition rows) implements InputPartition {

  private static final long serialVersionUID = 1L;

  @Override
  public String[] preferredLocations() {
    return rows.preferredLocations();
  }
}
