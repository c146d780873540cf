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
package io.albis.bench.write;

import java.nio.file.Path;

/** One way to write one format. */
@FunctionalInterface
public interface FormatWriter {

  /**
   * Starts.
   *
   * @param directory empty; what is written lies in it
   * @param threads how many parts are written at a time
   * @throws Exception whatever the library throws; the run fails
   */
  OpenWriter open(Path directory, int threads) throws Exception;
}
