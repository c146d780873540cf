// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.cache.PlannedScans;
import java.io.Serializable;
import java.util.List;

/**
 * The plans of an executor.
 *
 * @param version of this answer
 * @param ids of all plans; others have ended
 * @param added plans that an earlier version did not have
 */
public record PlanUpdate(long version, List<String> ids, List<PlannedScans> added)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Copies the lists. */
  public PlanUpdate {
    ids = List.copyOf(ids);
    added = List.copyOf(added);
  }
}
