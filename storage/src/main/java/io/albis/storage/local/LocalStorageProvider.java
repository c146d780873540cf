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
package io.albis.storage.local;

import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Serves {@code file:} URIs. */
public final class LocalStorageProvider implements StorageProvider {

  /** For {@link java.util.ServiceLoader}. */
  public LocalStorageProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public Storage open(URI root, Map<String, String> options) {
    String host = root.getHost();
    if (root.isOpaque() || (host != null && !host.equals("localhost"))) {
      throw new IllegalArgumentException(
          "Invalid local URI: " + root + " (expected file:/path or file:///path)");
    }
    Path path = Path.of(root.getPath()).normalize();
    return new LocalStorage(root, path, DirectMode.of(options, path));
  }
}
