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
package io.albis.bench.scan;

import java.io.IOException;

/** An opened file, which is read once and closed. */
public interface OpenFormat extends AutoCloseable {

  /**
   * Adds up every value of every requested column in one part of the file. The parts together are
   * the whole file; each is read by its own thread.
   *
   * @param part from 0
   * @param parts how many there are; a unit of the format (row group, stripe, record batch) belongs
   *     to one of them
   * @param totals receives the sums; of this part alone
   */
  void scan(int part, int parts, Totals totals) throws Exception;

  @Override
  void close() throws IOException;
}
