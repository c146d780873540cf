// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.util.List;

/**
 * The rule by which writers merge manifests when they commit (SPEC.md, section 17), so that a table
 * of many small commits has few manifests, and each row group is written to few of them.
 *
 * <p>The tier of a manifest is the logarithm of its row groups to base 8. Once eight manifests of a
 * tier stand at the end of the list, apart from manifests of lower tiers between and behind them,
 * all of these become one, which is of a higher tier.
 */
public final class ManifestMerge {

  /** Manifests of more row groups are never merged. */
  public static final long MAX_ROW_GROUPS = 32_768;

  /** Longer manifests are never merged, in bytes. */
  public static final long MAX_LENGTH = 8L << 20;

  private static final int WIDTH = 8;

  /** Tiers of manifests that can be merged: up to that of 32,768 row groups. */
  private static final int TIERS = 6;

  private ManifestMerge() {}

  /**
   * Finds the manifests to merge, those that become one in several steps included.
   *
   * @param manifests of a table, with the one that is about to be committed
   * @return position of the first; all from it to the end become one. The size of the list if none
   *     are to be merged.
   */
  public static int firstToMerge(List<ManifestRef> manifests) {
    int first = manifests.size();
    long merged = 0;
    boolean found = true;
    while (found) {
      int next = firstOfStep(manifests, first, merged);
      found = next < first;
      for (int i = next; i < first; i++) {
        merged += manifests.get(i).rowGroupCount();
      }
      first = next;
    }
    return first;
  }

  /**
   * One step of merging.
   *
   * @param end the manifests from there on have become one
   * @param merged number of row groups of that one; 0 if there is none
   * @return position of the first of the step; {@code end} if there is no step
   */
  private static int firstOfStep(List<ManifestRef> manifests, int end, long merged) {
    if (merged > MAX_ROW_GROUPS) {
      return end;
    }
    for (int tier = 0; tier < TIERS; tier++) {
      int count = 0;
      if (merged > 0) {
        if (tier(merged) > tier) {
          continue;
        }
        count = tier(merged) == tier ? 1 : 0;
      }
      int first = end;
      while (first > 0 && tierOf(manifests.get(first - 1)) <= tier) {
        first--;
        count += tierOf(manifests.get(first)) == tier ? 1 : 0;
      }
      if (count >= WIDTH) {
        return first;
      }
    }
    return end;
  }

  private static int tierOf(ManifestRef manifest) {
    boolean isLarge = manifest.rowGroupCount() > MAX_ROW_GROUPS || manifest.length() > MAX_LENGTH;
    return isLarge ? Integer.MAX_VALUE : tier(manifest.rowGroupCount());
  }

  /** The logarithm to base 8, rounded down; 0 of 0. */
  static int tier(long rowGroups) {
    return (63 - Long.numberOfLeadingZeros(Math.max(1, rowGroups))) / 3;
  }
}
