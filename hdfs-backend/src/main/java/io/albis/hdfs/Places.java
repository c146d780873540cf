/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.hdfs;

import io.albis.storage.Locations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;

/** Cuts what Hadoop says of blocks to a range. */
final class Places {
  private Places() {}

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
