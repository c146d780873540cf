// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.arrow.ArrowFile;
import io.albis.convert.internal.arrow.ByteSource;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.value.FailureReason;
import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** An Arrow IPC file or stream. Each part is a series of record batches. */
final class ArrowSource implements InputSource {

  private final String name;
  private final ArrowFile file;
  private final Description description;

  /**
   * Opens a file.
   *
   * @param name the name to use in messages
   * @param columns paths that lie in the columns to read; empty for all
   * @throws IOException if the file cannot be read or is not an Arrow file
   * @throws InvalidArgumentException if Albis has no type for a column, or there is none
   */
  ArrowSource(String name, ByteSource.Opener opener, List<String> columns) throws IOException {
    this.name = name;
    try {
      this.file = new ArrowFile(name, opener, columns);
    } catch (AlbisException | UncheckedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IOException("Cannot read " + name + " as Arrow: " + FailureReason.of(e), e);
    }
    if (file.schema().fields().isEmpty()) {
      throw new InvalidArgumentException("Cannot convert " + name + ": it has no columns");
    }
    List<Part> parts = new ArrayList<>();
    file.parts().forEach(rows -> parts.add(new Part(parts.size(), rows)));
    this.description = new Description(name, file.schema(), file.properties(), parts);
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    try {
      file.copy(part.index(), wanted, batches, written);
    } catch (InvalidArgumentException e) {
      throw FileErrors.named(name, e);
    } catch (AlbisException | OutOfOffHeapMemoryException | UncheckedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "Cannot read " + name + ": part " + part.index() + ", " + FailureReason.of(e), e);
    }
  }
}
