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
package io.albis.writer;

/** Computes the values of a column that is added, for the rows that are there already. */
@FunctionalInterface
public interface ColumnValues {

  /**
   * Writes the values of one row group. Called for each, in the order of their rows.
   *
   * @param firstRow number in the table of the first row
   * @param rowCount how many rows to end, no more and no less
   * @param column a writer with the new column as ordinal 0; not to be closed
   */
  void write(long firstRow, long rowCount, RowWriter column);
}
