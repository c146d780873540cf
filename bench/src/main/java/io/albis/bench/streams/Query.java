// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A query with its parameters.
 *
 * @param name of the query of TPC-DS that it follows, such as {@code q3}
 * @param parts its scans of large tables, one after the other
 */
public record Query(String name, List<StarScan> parts) {

  /** Copies the list. */
  public Query {
    parts = List.copyOf(parts);
  }

  static Query of(String name, StarScan... parts) {
    return new Query(name, List.of(parts));
  }

  /** All scans, in order. */
  public List<ScanSpec> scans() {
    List<ScanSpec> all = new ArrayList<>();
    parts.forEach(part -> all.addAll(part.scans()));
    return all;
  }

  Answer run(TableSource source) throws IOException {
    Answer answer = Answer.NONE;
    for (StarScan part : parts) {
      answer = answer.plus(part.run(source));
    }
    return answer;
  }
}
