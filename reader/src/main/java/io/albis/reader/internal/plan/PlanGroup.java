// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.StoredLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A column group in which a scan looks for leaves. Of one row group, it may have some of them or
 * none. Thread-safe.
 */
public final class PlanGroup {

  private final int id;
  private final List<Integer> ordinals;

  /** The last layout that was asked for, and positions in it; most extents have the same one. */
  private volatile Positions last = new Positions(null, Map.of());

  private record Positions(StoredLayout layout, Map<Integer, Integer> byFieldId) {}

  /**
   * Creates a group.
   *
   * @param id of the column group
   * @param ordinals of the leaves that may be in it, in the scan
   */
  PlanGroup(int id, List<Integer> ordinals) {
    this.id = id;
    this.ordinals = List.copyOf(ordinals);
  }

  /** Id of the column group. */
  public int id() {
    return id;
  }

  /** The leaves that may be in it, as ordinals of the scan. */
  public List<Integer> ordinals() {
    return ordinals;
  }

  /** Position of a leaf in a layout, or -1 if the layout does not have it. */
  @SuppressWarnings("ReferenceEquality") // The same object is found fast; an equal one is rare.
  int positionOf(int fieldId, StoredLayout layout) {
    Positions known = last;
    if (known.layout != layout) {
      Map<Integer, Integer> byFieldId = new HashMap<>();
      for (int i = 0; i < layout.leaves().size(); i++) {
        byFieldId.put(layout.leaves().get(i).id(), i);
      }
      known = new Positions(layout, byFieldId);
      last = known;
    }
    return known.byFieldId.getOrDefault(fieldId, -1);
  }
}
