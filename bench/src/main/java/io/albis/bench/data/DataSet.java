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
package io.albis.bench.data;

import io.albis.format.schema.Schema;
import io.albis.writer.TableWriter;
import java.util.List;

/** Rows that are made anew, and the same, each time. Immutable. */
public interface DataSet {

  /** As on the command line, and in names of directories. */
  String name();

  /** What it is, in a sentence. */
  String description();

  /** The columns. */
  Schema schema();

  /** How many rows there are at a scale; 1 is a good size for this data. */
  long rows(double scale);

  /** Whether the first column is the number of the row, so that rows can be selected by it. */
  default boolean isSorted() {
    return false;
  }

  /** Bytes of a row group of Albis and of Parquet, and of a stripe of ORC. */
  default long rowGroupSize() {
    return 128L << 20;
  }

  /**
   * Writes the first rows to all tables, in order.
   *
   * @param rows how many
   * @param tables of this schema; not committed here
   */
  void write(long rows, List<TableWriter> tables) throws Exception;
}
