// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The compression of exported files. */
public enum ExportCompression {
  /** No compression. */
  NONE(CompressionCodecName.UNCOMPRESSED, CompressionKind.NONE, ""),
  /** Snappy; not for text. */
  SNAPPY(CompressionCodecName.SNAPPY, CompressionKind.SNAPPY, ""),
  /** Deflate: gzip in Parquet and of text, zlib in ORC. */
  GZIP(CompressionCodecName.GZIP, CompressionKind.ZLIB, ".gz"),
  /** Zstandard. */
  ZSTD(CompressionCodecName.ZSTD, CompressionKind.ZSTD, ".zst");

  private static final int BUFFER = 1 << 16;

  private final CompressionCodecName parquet;
  private final CompressionKind orc;
  private final String extension;

  ExportCompression(CompressionCodecName parquet, CompressionKind orc, String extension) {
    this.parquet = parquet;
    this.orc = orc;
    this.extension = extension;
  }

  CompressionCodecName parquet() {
    return parquet;
  }

  CompressionKind orc() {
    return orc;
  }

  /** Returns what the name of compressed text ends with; may be empty. */
  String extension() {
    return extension;
  }

  /** Returns the compression of text that a file name says. */
  static Optional<ExportCompression> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(GZIP.extension)) {
      return Optional.of(GZIP);
    }
    return lower.endsWith(ZSTD.extension) ? Optional.of(ZSTD) : Optional.empty();
  }

  /** Returns a stream that compresses text; closing it closes the file. */
  OutputStream compress(ExportFile file) throws IOException {
    return switch (this) {
      case NONE -> new BufferedOutputStream(file, BUFFER);
      case GZIP -> new GZIPOutputStream(file, BUFFER);
      case ZSTD -> new BufferedOutputStream(new ZstdOutputStream(file), BUFFER);
      case SNAPPY -> throw new IllegalStateException("Not a compression of text: " + this);
    };
  }
}
