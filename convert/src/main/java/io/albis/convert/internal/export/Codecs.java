// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.github.luben.zstd.ZstdOutputStream;
import io.albis.convert.ExportCompression;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What the formats call a compression. */
final class Codecs {

  private static final int BUFFER = 1 << 16;

  private Codecs() {}

  static CompressionCodecName parquet(ExportCompression compression) {
    return switch (compression) {
      case NONE -> CompressionCodecName.UNCOMPRESSED;
      case SNAPPY -> CompressionCodecName.SNAPPY;
      case GZIP -> CompressionCodecName.GZIP;
      case ZSTD -> CompressionCodecName.ZSTD;
    };
  }

  static CompressionKind orc(ExportCompression compression) {
    return switch (compression) {
      case NONE -> CompressionKind.NONE;
      case SNAPPY -> CompressionKind.SNAPPY;
      case GZIP -> CompressionKind.ZLIB;
      case ZSTD -> CompressionKind.ZSTD;
    };
  }

  /** Returns a stream that compresses text; closing it closes the file. */
  static OutputStream text(ExportCompression compression, ExportFile file) throws IOException {
    return switch (compression) {
      case NONE -> new BufferedOutputStream(file, BUFFER);
      case GZIP -> new GZIPOutputStream(file, BUFFER);
      case ZSTD -> new BufferedOutputStream(new ZstdOutputStream(file), BUFFER);
      case SNAPPY -> throw new IllegalStateException("Not a compression of text: " + compression);
    };
  }
}
