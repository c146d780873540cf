// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * An exported file as parquet-java writes it, buffered. Closing the stream neither flushes it nor
 * closes the file.
 */
final class ParquetOutput extends PositionOutputStream implements OutputFile {

  private static final int BUFFER = 1 << 16;

  private final BufferedOutputStream buffered;
  private long position;

  ParquetOutput(ExportFile file) {
    this.buffered = new BufferedOutputStream(file, BUFFER);
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int value) throws IOException {
    buffered.write(value);
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    buffered.write(bytes, offset, length);
    position += length;
  }

  @Override
  public void flush() throws IOException {
    buffered.flush();
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
