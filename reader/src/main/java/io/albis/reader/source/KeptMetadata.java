// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.function.LongConsumer;

/**
 * The parsed metadata of a file that never changes. It grows as more of the file is read.
 * Thread-safe.
 */
public interface KeptMetadata {

  /**
   * Sets who is told of the Java heap that is taken from now on, in bytes.
   *
   * @return the heap that is taken already, in bytes: an estimate
   */
  long onGrowth(LongConsumer consumer);
}
