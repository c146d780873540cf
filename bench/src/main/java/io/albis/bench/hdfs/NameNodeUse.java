// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hdfs;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a name node has been asked for and what it knows.
 *
 * @param files number of files and directories
 * @param blocks number of blocks
 * @param calls calls of clients by the name of the method
 */
public record NameNodeUse(long files, long blocks, Map<String, Long> calls) {

  /** Copies the calls, sorted by name. */
  public NameNodeUse {
    calls = Collections.unmodifiableMap(new TreeMap<>(calls));
  }

  /** What has come since an earlier state. */
  public NameNodeUse since(NameNodeUse before) {
    Map<String, Long> added = new TreeMap<>();
    calls.forEach(
        (name, count) -> {
          long more = count - before.calls.getOrDefault(name, 0L);
          if (more > 0) {
            added.put(name, more);
          }
        });
    return new NameNodeUse(files - before.files, blocks - before.blocks, added);
  }

  /** Formats this in one line. */
  String toLine() {
    StringBuilder line = new StringBuilder().append(files).append(' ').append(blocks);
    calls.forEach((name, count) -> line.append(' ').append(name).append('=').append(count));
    return line.toString();
  }

  /** Parses what {@link #toLine} has formatted. */
  static NameNodeUse parse(String line) {
    String[] parts = line.split(" ", -1);
    Map<String, Long> calls = new TreeMap<>();
    for (int i = 2; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      calls.put(parts[i].substring(0, equals), Long.parseLong(parts[i].substring(equals + 1)));
    }
    return new NameNodeUse(Long.parseLong(parts[0]), Long.parseLong(parts[1]), calls);
  }
}
