// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.reader.source.KeptMetadata;
import java.util.function.Supplier;

/** Keeps the metadata of files, as {@link io.albis.reader.source.SegmentSource#metadata} does. */
@FunctionalInterface
public interface MetadataKeeper {

  /** Keeps nothing. */
  MetadataKeeper NONE = (path, identity, checkAccess, read) -> read.get();

  /** Returns the metadata of a file. */
  KeptMetadata get(
      String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read);
}
