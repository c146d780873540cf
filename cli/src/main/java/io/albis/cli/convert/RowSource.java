// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Schema;
import io.albis.writer.row.RowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A file in another format. Several threads can read its parts concurrently. */
public interface RowSource extends Closeable {

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
   * Writes the rows of a part.
   *
   * @param schema the columns to write: a subset of {@link #schema}, in any order
   */
  void read(Part part, Schema schema, RowWriter rows) throws IOException;
}
