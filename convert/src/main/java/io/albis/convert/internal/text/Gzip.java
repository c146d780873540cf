// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** Decompresses gzip. */
public final class Gzip {

  private Gzip() {}

  /**
   * Decompresses all members of a stream. That of the JDK ends without an error at a member if the
   * next one has not arrived yet, or is damaged.
   *
   * @throws IOException if it is not gzip
   */
  public static InputStream decompress(InputStream in) throws IOException {
    return GzipCompressorInputStream.builder()
        .setInputStream(in)
        .setDecompressConcatenated(true)
        .get();
  }
}
