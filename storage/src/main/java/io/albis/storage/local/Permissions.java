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

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Says in words that the system denies access: its own exception has but the path. */
final class Permissions {

  private Permissions() {}

  static FileChannel open(Path path, Set<? extends OpenOption> options) throws IOException {
    try {
      return FileChannel.open(path, options);
    } catch (AccessDeniedException e) {
      AccessDeniedException named =
          new AccessDeniedException(path.toString(), null, "permission denied");
      named.initCause(e);
      throw named;
    }
  }
}
