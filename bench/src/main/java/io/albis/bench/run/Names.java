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
package io.albis.bench.run;

import java.util.List;

/** Names of readers and writers on the command line. */
final class Names {

  private Names() {}

  /**
   * Those that are meant: by a whole name the one that has it, by the beginning of names all that
   * begin so, by nothing all.
   */
  static List<String> matching(List<String> asked, List<String> all) {
    return all.stream()
        .filter(
            name ->
                asked.isEmpty()
                    || asked.stream()
                        .anyMatch(
                            one -> all.contains(one) ? name.equals(one) : name.startsWith(one)))
        .toList();
  }
}
