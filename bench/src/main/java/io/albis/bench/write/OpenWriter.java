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

import java.io.IOException;

/** Something that is being written. */
public interface OpenWriter extends AutoCloseable {

  /** What one thread writes to. */
  interface Part extends AutoCloseable {

    /** Writes rows. */
    void write(SalesChunk chunk) throws IOException;

    /** Ends this part; on the thread that wrote it. */
    @Override
    void close() throws IOException;
  }

  /**
   * Opens a part.
   *
   * @param number from 0
   */
  Part part(int number) throws IOException;

  /** Called when all parts are closed; what was written is durable when it returns. */
  void finish() throws IOException;

  @Override
  void close() throws IOException;
}
