// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Transform;
import java.util.Objects;

/**
 * A value by which row groups are partitioned.
 *
 * @param id from 1, unique in the table among fields and column groups, too
 * @param sourceId field id of the leaf that the value is derived from
 * @param transform how
 * @param name for people and tools; unique in its spec
 */
public record PartitionField(int id, int sourceId, Transform transform, String name) {

  /**
   * Checks the ids.
   *
   * @throws InvalidArgumentException if one is not positive, or the name is empty
   */
  public PartitionField {
    Objects.requireNonNull(transform, "transform");
    if (id < 1 || sourceId < 1) {
      throw new InvalidArgumentException(
          "Invalid partition field: id " + id + ", source " + sourceId + " (expected at least 1)");
    }
    if (name.isEmpty()) {
      throw new InvalidArgumentException("Invalid partition field " + id + ": its name is empty");
    }
  }
}
