// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import io.albis.convert.internal.value.ColumnPaths;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.writer.ArrowInput;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * An Arrow IPC file or stream. Several threads can read its parts concurrently; each opens the file
 * for itself.
 */
public final class ArrowFile {

  /** Batches are read together up to this many bytes, so that dictionaries are seldom read. */
  private static final long PART_BYTES = 32 << 20;

  /** Compression makes data at most so much smaller, if it is not tiny. */
  private static final long MAX_RATIO = 256;

  private static final long MIN_LIMIT = 1 << 30;

  private final ByteSource.Opener opener;
  private final IpcLayout layout;

  /** By part: its record batches. */
  private final List<List<IpcLayout.Batch>> parts = new ArrayList<>();

  /** By column: its position in the file. */
  private final List<Integer> positions;

  private final Schema schema;

  /**
   * Opens a file.
   *
   * @param name for messages
   * @param columns paths that lie in the columns to read; empty for all
   * @throws InvalidArgumentException if there is no such column, or Albis has no type for one
   * @throws IOException if it cannot be read, or is damaged
   */
  public ArrowFile(String name, ByteSource.Opener opener, List<String> columns) throws IOException {
    this.opener = opener;
    try (ByteSource file = opener.open()) {
      this.layout = IpcLayout.read(file);
    }
    long fileBytes = 0;
    long partBytes = PART_BYTES;
    for (IpcLayout.Batch batch : layout.batches()) {
      if (parts.isEmpty() || (partBytes >= PART_BYTES && !layout.hasChangingDictionaries())) {
        parts.add(new ArrayList<>());
        partBytes = 0;
      }
      parts.get(parts.size() - 1).add(batch);
      partBytes += batch.bytes();
      fileBytes += batch.bytes();
    }
    List<String> names = layout.schema().getFields().stream().map(Field::getName).toList();
    this.positions = ColumnPaths.positions(columns, names);
    try {
      positions.forEach(layout.narrowDecimals()::requireNone);
      this.schema = readSchema(fileBytes);
    } catch (InvalidArgumentException e) {
      throw new InvalidArgumentException(
          "Cannot convert " + name + ": " + e.getMessage() + "; exclude it with --columns");
    }
  }

  private Schema readSchema(long fileBytes) throws IOException {
    try (BufferAllocator allocator = new RootAllocator(limit(fileBytes));
        IpcReader reader = new IpcReader(opener.open(), layout, allocator)) {
      List<Field> all = reader.loadSchema().getFields();
      List<Field> selected = positions.stream().map(all::get).toList();
      return ArrowInput.schema(new org.apache.arrow.vector.types.pojo.Schema(selected), reader);
    }
  }

  private static long limit(long bytes) {
    return Math.max(MIN_LIMIT, MAX_RATIO * Math.min(bytes, Long.MAX_VALUE / MAX_RATIO));
  }

  /** Returns the columns to read; fields have no ids. */
  public Schema schema() {
    return schema;
  }

  /** Returns the key-value metadata of the schema. */
  public Map<String, String> properties() {
    return layout.schema().getCustomMetadata();
  }

  /** Returns the number of rows of each part, in order. */
  public List<Long> parts() {
    return parts.stream()
        .map(part -> part.stream().mapToLong(IpcLayout.Batch::rowCount).sum())
        .toList();
  }

  /** Takes a loaded batch. */
  private interface Target {
    void add(VectorSchemaRoot batch);
  }

  /**
   * Copies a part to a batch writer.
   *
   * @param wanted the columns to write, which are those of {@link #schema}
   * @param written called after each batch with its number of rows
   */
  public void copy(int part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    try (BufferAllocator allocator = allocator(part);
        IpcReader reader = new IpcReader(opener.open(), layout, allocator)) {
      ArrowInput input = new ArrowInput(wanted, batches, reader);
      read(
          part,
          reader,
          batch -> {
            input.write(batch);
            written.accept(batch.getRowCount());
          });
    }
  }

  private BufferAllocator allocator(int part) {
    long bytes = parts.get(part).stream().mapToLong(IpcLayout.Batch::bytes).max().orElse(0);
    return new RootAllocator(limit(bytes));
  }

  private void read(int part, IpcReader reader, Target target) throws IOException {
    for (IpcLayout.Batch batch : parts.get(part)) {
      if (batch.rowCount() > 0) {
        VectorSchemaRoot all = reader.load(batch);
        List<FieldVector> selected = new ArrayList<>();
        for (int column : positions) {
          selected.add(all.getVector(column));
        }
        // Not closed: the vectors belong to the reader.
        target.add(new VectorSchemaRoot(selected));
      }
    }
  }
}
