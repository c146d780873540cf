// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/** Something that stays in force until it is closed. Closing is idempotent and thread-safe. */
public interface Registration extends AutoCloseable {

  @Override
  void close();
}
