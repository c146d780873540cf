// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.List;
import java.util.OptionalLong;

/**
 * A description of the data to read.
 *
 * @param location the path of the file, or the URI of the table
 * @param schema the fields to read, in this order
 * @param threads the number of parts that are read concurrently
 * @param below the exclusive upper bound of the first column, by which the data is sorted; data
 *     that statistics exclude must not be read
 * @param io the option {@code io.direct} of the local storage for Albis and the raw readers ({@code
 *     never}, {@code always} or {@code auto}); other readers ignore it
 */
public record ScanRequest(
    String location, Schema schema, int threads, OptionalLong below, String io) {

  /** Returns the leaves that are summed, with the same indexes as {@link Totals}. */
  public List<Leaf> leaves() {
    return leaves(schema);
  }

  /**
   * Returns the leaves of a schema that hold values, without the presence leaves of structs and
   * lists.
   */
  public static List<Leaf> leaves(Schema schema) {
    return schema.leaves().stream().filter(leaf -> !leaf.isPresence()).toList();
  }
}
