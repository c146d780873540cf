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
package io.albis.storage;

import java.util.List;

/**
 * The hosts that hold a range of a file.
 *
 * @param offset the first byte of the range
 * @param length the length of the range in bytes
 * @param hosts names of hosts from which the range is cheap to read, best first; may be empty
 */
public record Locations(long offset, long length, List<String> hosts) {

  /** Copies the list. */
  public Locations {
    hosts = List.copyOf(hosts);
  }
}
