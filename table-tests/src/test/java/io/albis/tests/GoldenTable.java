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
package io.albis.tests;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.writer.FixedSources;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table that is made again with the same bytes each time.
 *
 * @param name its directory
 * @param schema its columns
 * @param columnGroups as text
 * @param commits the rows that each snapshot adds
 */
record GoldenTable(
    String name, Schema schema, String columnGroups, List<List<List<Object>>> commits) {

  /** All rows of a snapshot. */
  List<List<Object>> rows(int snapshot) {
    List<List<Object>> rows = new ArrayList<>();
    commits.subList(0, snapshot).forEach(rows::addAll);
    return rows;
  }

  void write(Path table) {
    FixedSources sources = new FixedSources(name);
    for (int i = 0; i < commits.size(); i++) {
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(table.toString(), schema)
                  .columnGroups(ColumnGroupSpec.parse(columnGroups))
              : TableWriter.append(table.toString());
      try (TableWriter writer =
          sources.apply(builder).segmentSize(4096).rowGroupSize(64 << 10).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          RowInput.write(rows, schema, commits.get(i));
        }
        writer.commit();
      }
    }
  }
}
