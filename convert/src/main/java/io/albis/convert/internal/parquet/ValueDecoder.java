// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

/** Decodes the values of a page, which are not null. One call decodes many. */
interface ValueDecoder {

  /** Appends values to others. */
  void read(RawValues target, int count);
}
