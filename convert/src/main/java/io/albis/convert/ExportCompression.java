// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import java.util.Locale;
import java.util.Optional;

/** The compression of exported files. */
public enum ExportCompression {
  /** No compression. */
  NONE(""),
  /** Snappy; not for text. */
  SNAPPY(""),
  /** Deflate: gzip in Parquet and of text, zlib in ORC. */
  GZIP(".gz"),
  /** Zstandard. */
  ZSTD(".zst");

  private final String extension;

  ExportCompression(String extension) {
    this.extension = extension;
  }

  /** Returns what the name of compressed text ends with; may be empty. */
  public String extension() {
    return extension;
  }

  /** Returns the compression of text that a file name says. */
  public static Optional<ExportCompression> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(GZIP.extension)) {
      return Optional.of(GZIP);
    }
    return lower.endsWith(ZSTD.extension) ? Optional.of(ZSTD) : Optional.empty();
  }

  /**
   * Returns the compression of a format unless another one is chosen.
   *
   * @param file the name of the file, which says how text is compressed
   */
  public static ExportCompression standard(ExportFormat format, String file) {
    return switch (format) {
      case PARQUET -> SNAPPY;
      case ORC -> ZSTD;
      case ARROW -> NONE;
      case CSV, JSONL -> ofName(file).orElse(NONE);
    };
  }

  /** Returns whether files of a format can have this compression. */
  public boolean isSupported(ExportFormat format) {
    return switch (format) {
      case PARQUET, ORC -> true;
      case ARROW -> this == NONE;
      case CSV, JSONL -> this != SNAPPY;
    };
  }
}
