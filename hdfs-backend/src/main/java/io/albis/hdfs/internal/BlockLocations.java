// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Locations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;

/** Converts the block locations of Hadoop to the locations of a range. */
final class BlockLocations {
  private BlockLocations() {}

  static List<Locations> of(BlockLocation[] blocks, long offset, long length) throws IOException {
    List<Locations> parts = new ArrayList<>();
    long next = offset;
    for (BlockLocation block : blocks) {
      long end = Math.min(offset + length, block.getOffset() + block.getLength());
      if (end > next) {
        parts.add(new Locations(next, end - next, List.of(block.getHosts())));
        next = end;
      }
    }
    if (next < offset + length) {
      parts.add(new Locations(next, offset + length - next, List.of()));
    }
    return parts;
  }
}
