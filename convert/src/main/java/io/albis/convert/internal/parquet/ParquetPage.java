// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import org.apache.parquet.column.Encoding;

/**
 * A page, decompressed; valid until the next one is read.
 *
 * @param encoding of the values
 * @param count of values, or of nulls and values
 * @param data the values; before them the levels, if these have no bytes of their own
 * @param repetitionEncoding null if the levels have bytes of their own
 * @param definitionEncoding null if the levels have bytes of their own
 * @param repetitions null if the levels are in the data
 * @param definitions null if the levels are in the data
 */
record ParquetPage(
    Encoding encoding,
    int count,
    Bytes data,
    Encoding repetitionEncoding,
    Encoding definitionEncoding,
    Bytes repetitions,
    Bytes definitions) {

  /** Bytes of an array. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Bytes(byte[] array, int from, int end) {}
}
