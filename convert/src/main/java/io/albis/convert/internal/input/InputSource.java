// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

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

  /** Returns the path of the file, for messages. */
  String name();

  /** Returns the columns; fields have no ids. */
  Schema schema();

  /** Returns the key-value metadata of the file. */
  Map<String, String> properties();

  /** Returns the parts in order. */
  List<Part> parts();

  /**
   * Writes the rows of a part, column by column.
   *
   * @param schema the columns to write, which are those of {@link #schema}, in their order
   * @param written called after each batch with its number of rows; may throw
   */
  void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
      throws IOException;
}
