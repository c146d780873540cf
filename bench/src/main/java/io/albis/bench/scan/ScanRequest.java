// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is to be read.
 *
 * @param location path of the file, or URI of the table
 * @param schema the fields to read, in this order
 * @param threads how many parts the file is read in at a time
 * @param below take only rows whose first column, by which the data is sorted, is less than this;
 *     whatever statistics exclude must not be read
 * @param io how Albis and the raw readers reach the device: {@code io.direct} of the local storage
 *     ({@code never}, {@code always} or {@code auto}); other readers know one way only
 */
public record ScanRequest(
    String location, Schema schema, int threads, OptionalLong below, String io) {

  /** The leaves that are added up; their index is that of {@link Totals}. */
  public List<Leaf> leaves() {
    return leaves(schema);
  }

  /** The leaves of a schema that hold values: presences of structs and lists are none. */
  public static List<Leaf> leaves(Schema schema) {
    return schema.leaves().stream().filter(leaf -> !leaf.isPresence()).toList();
  }
}
