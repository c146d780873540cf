// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import java.util.Locale;
import java.util.Optional;

/** The file formats that tables can be exported to. */
public enum ExportFormat {
  /** Apache Parquet. */
  PARQUET("parquet"),
  /** Apache ORC. */
  ORC("orc"),
  /** Apache Arrow IPC file. */
  ARROW("arrow"),
  /** Comma-separated values. */
  CSV("csv"),
  /** One JSON object per line. */
  JSONL("jsonl");

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /** Returns the usual extension of file names, without a dot. */
  public String extension() {
    return extension;
  }

  /** Returns whether the format is text, which is compressed as a whole. */
  public boolean isText() {
    return this == CSV || this == JSONL;
  }

  /** Returns the format that a file name says; the name may end with that of a compression. */
  public static Optional<ExportFormat> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Optional<ExportCompression> compression = ExportCompression.ofName(lower);
    String whole = compression.isPresent() ? lower.substring(0, lower.lastIndexOf('.')) : lower;
    String end = whole.substring(whole.lastIndexOf('.') + 1);
    ExportFormat format =
        switch (end) {
          case "parquet" -> PARQUET;
          case "orc" -> ORC;
          case "arrow", "feather" -> ARROW;
          case "csv" -> CSV;
          case "jsonl", "ndjson" -> JSONL;
          default -> null;
        };
    return Optional.ofNullable(format).filter(known -> compression.isEmpty() || known.isText());
  }
}
