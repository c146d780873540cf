// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import java.io.IOException;

/**
 * Reads Arrow IPC files. A part is a range of record batches. The format has no statistics: a
 * selection reads the first column of every batch.
 */
public final class ArrowReader implements FormatReader {

  /** How the bytes of a file are accessed. */
  public enum Access {
    /** The file is mapped, and vectors refer to the mapping: only projected columns are read. */
    MAPPED,
    /** {@code ArrowFileReader} reads whole record batches through a channel. */
    CHANNEL
  }

  private final Access access;

  /** Creates a reader with this access method. */
  public ArrowReader(Access access) {
    this.access = access;
  }

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    return switch (access) {
      case MAPPED -> new MappedArrow(request);
      case CHANNEL -> new ChannelArrow(request);
    };
  }
}
