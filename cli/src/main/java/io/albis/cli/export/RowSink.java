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
package io.albis.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A file that rows are written to. Closing it completes it. For one thread. */
interface RowSink extends Closeable {

  /**
   * Adds a row.
   *
   * @param row as of {@code RowView.materialize()}
   */
  void write(List<Object> row) throws IOException;
}
