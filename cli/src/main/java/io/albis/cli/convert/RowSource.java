// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Schema;
import io.albis.writer.RowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A file in another format. Its parts can be read by several threads at a time. */
public interface RowSource extends Closeable {

  /**
   * A part of a file: a row group, a stripe.
   *
   * @param index which one, from 0
   * @param rowCount its rows
   */
  record Part(int index, long rowCount) {}

  /** Path of the file, for messages. */
  String name();

  /** The columns; fields have no ids. */
  Schema schema();

  /** The parts in order. */
  List<Part> parts();

  /**
   * Writes the rows of a part.
   *
   * @param schema of the rows to write: some columns of {@link #schema}, in any order
   */
  void read(Part part, Schema schema, RowWriter rows) throws IOException;
}
