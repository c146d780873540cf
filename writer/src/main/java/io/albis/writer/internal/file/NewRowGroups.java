// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.internal.metadata.ManifestBuilder;
import java.util.Map;

/** Row groups that have been written, and take the places of others in the table. */
public interface NewRowGroups {

  /** Number of row groups. */
  int rowGroupCount();

  /**
   * Adds the row groups of a position to a manifest, behind those that it has.
   *
   * @param first number in the table of the first row group of the first position; the others
   *     follow in the order of positions
   * @param places gets the places of the row groups in the manifest, for {@link #addExtents}
   */
  void addRowGroups(ManifestBuilder manifest, int position, long first, Map<Long, Integer> places);

  /** Adds the extents of the row groups that have been added to a manifest, if they lack. */
  void addExtents(ManifestBuilder manifest, Map<Long, Integer> places);
}
