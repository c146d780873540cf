// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.source.SegmentKey;
import java.util.List;

/**
 * The reads of a query.
 *
 * @param segments in the order in which they are read; a segment may occur several times
 */
record ModelQuery(List<SegmentKey> segments) {

  /** Copies the list. */
  ModelQuery {
    segments = List.copyOf(segments);
  }
}
