// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses Brotli by its native library, which is loaded when it is needed. */
final class Brotli {

  private Brotli() {}

  /**
   * Loads the library.
   *
   * @throws UnsupportedOperationException if there is none for this platform
   */
  static void requireLibrary() {
    if (!Brotli4jLoader.isAvailable()) {
      throw new UnsupportedOperationException(
          "there is no Brotli library for this platform", Brotli4jLoader.getUnavailabilityCause());
    }
  }

  static int decompress(byte[] input, int from, int length, byte[] output, int size)
      throws IOException {
    try (InputStream in = new BrotliInputStream(new ByteArrayInputStream(input, from, length))) {
      return in.readNBytes(output, 0, size);
    }
  }
}
