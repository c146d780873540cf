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
package io.albis.hdfs;

import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;

/** A program that writes to a table until somebody kills it. */
final class EndlessWriter {
  private EndlessWriter() {}

  public static void main(String[] arguments) {
    TableWriter.Builder builder =
        Boolean.parseBoolean(arguments[1])
            ? TableWriter.append(arguments[0])
            : TableWriter.create(arguments[0], FaultsTest.schema());
    try (TableWriter writer = builder.rowGroupSize(64 << 10).segmentSize(4096).open();
        RowWriter rows = writer.newRowWriter()) {
      for (int i = 0; true; i++) {
        FaultsTest.row(rows, i % 1000);
        if (i == 100_000) {
          System.out.println("writing");
          System.out.flush();
        }
      }
    }
  }
}
