// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;

/** The rows of a text file, in parts. Several threads can read parts concurrently. */
public interface TextRows {

  /** Returns the path of the file, for messages. */
  String name();

  /** Returns the columns; fields have no ids. */
  Schema schema();

  /** Returns the number of rows of each part, in order. */
  List<Long> parts();

  /**
   * Writes the rows of a part, column by column.
   *
   * @param part the index of the part, from 0
   * @param wanted the columns to write: a subset of {@link #schema}, in any order
   * @param written called after each batch with its number of rows
   * @throws io.albis.convert.ConversionException if a row is invalid; the message names file, line,
   *     column and value
   */
  void read(int part, Schema wanted, BatchWriter batches, IntConsumer written) throws IOException;
}
