// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Adds the reason to exceptions about denied access, whose message is only the path. */
final class Permissions {

  private Permissions() {}

  static FileChannel open(Path path, Set<? extends OpenOption> options) throws IOException {
    try {
      return FileChannel.open(path, options);
    } catch (AccessDeniedException e) {
      AccessDeniedException named = denied(path);
      named.initCause(e);
      throw named;
    }
  }

  static AccessDeniedException denied(Path path) {
    return new AccessDeniedException(path.toString(), null, "permission denied");
  }
}
