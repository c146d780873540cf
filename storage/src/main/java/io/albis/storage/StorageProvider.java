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

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * A storage backend, found by {@link java.util.ServiceLoader}. Implementations have a public
 * constructor without parameters, are cheap to load, and are safe for use by several threads.
 */
public interface StorageProvider {

  /** Among the schemes: all that no other backend serves. */
  String ANY_OTHER = "*";

  /** The URI schemes that this backend serves, in lower case, or {@link #ANY_OTHER}. */
  Set<String> schemes();

  /**
   * Opens the directory that {@code root} names. It need not exist.
   *
   * @param root an absolute URI of one of the schemes
   * @param options settings by name, as in {@code io.direct}; unknown ones are ignored
   * @throws IllegalArgumentException if an option that the backend knows has an invalid value
   */
  Storage open(URI root, Map<String, String> options) throws IOException;
}
