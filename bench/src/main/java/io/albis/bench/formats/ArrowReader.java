// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import java.io.IOException;

/**
 * Arrow IPC files. A part is a run of record batches. The format has no statistics: a selection
 * looks at the first column of every batch.
 */
public final class ArrowReader implements FormatReader {

  /** How the bytes of a file are reached. */
  public enum Access {
    /** The file is mapped, and the vectors lie in the mapping: only projected columns are read. */
    MAPPED,
    /** {@code ArrowFileReader} reads whole record batches through a channel. */
    CHANNEL
  }

  private final Access access;

  /** Makes a reader that reaches files in this way. */
  public ArrowReader(Access access) {
    this.access = access;
  }

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    Values.requireSupported(request.schema());
    return switch (access) {
      case MAPPED -> new MappedArrow(request);
      case CHANNEL -> new ChannelArrow(request);
    };
  }
}
