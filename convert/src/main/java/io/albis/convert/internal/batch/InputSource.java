// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.batch;

import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A file in another format. Several threads can read its parts concurrently. */
public interface InputSource {

  /**
   * A part of a file: a row group or a stripe.
   *
   * @param index the index of the part, from 0
   * @param rowCount the number of rows
   */
  record Part(int index, long rowCount) {}

  /**
   * What is known of a file before its rows are read.
   *
   * @param name the path, for messages
   * @param schema the columns; fields have no ids
   * @param properties the key-value metadata
   * @param parts in order
   */
  record Description(String name, Schema schema, Map<String, String> properties, List<Part> parts) {

    /** Returns the description of the same file with other columns. */
    public Description withSchema(Schema columns) {
      return new Description(name, columns, properties, parts);
    }
  }

  /** Returns what is known of the file. */
  Description description();

  /** Returns the path of the file, for messages. */
  default String name() {
    return description().name();
  }

  /** Returns the columns; fields have no ids. */
  default Schema schema() {
    return description().schema();
  }

  /** Returns the parts in order. */
  default List<Part> parts() {
    return description().parts();
  }

  /**
   * Writes the rows of a part, column by column.
   *
   * @param schema the columns to write, which are those of {@link #schema}, in their order
   * @param written called after each batch with its number of rows; may throw
   */
  void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
      throws IOException;
}
