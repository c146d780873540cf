// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.convert.internal.batch.BatchValues;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Sorts rows in bounded memory. Equal rows keep their order.
 *
 * <p>Each thread adds batches to a writer of its own. Its rows are sorted when they fill its share
 * of the memory, and spilled as a run to a temporary file. At last, all runs are merged; if these
 * are more than the memory has blocks for, neighbours are first merged to longer runs. What fits
 * the memory is not spilled.
 *
 * <p>Memory is off-heap; in addition, the Java heap holds two rows for each run that is merged.
 */
public final class ExternalSort implements AutoCloseable {

  /** The least memory of a sort, in bytes. */
  public static final long MIN_MEMORY = 128 << 10;

  private static final int MAX_BLOCK = 1 << 20;
  private static final int PAGE = 4096;

  /** Rows that are reported together. */
  private static final int STEP = 4096;

  /** Blocks that are merged at the same time if the memory permits. */
  private static final int BLOCKS = 128;

  private final Schema schema;
  private final List<Partitioning> partitioning;
  private final List<SortColumn> sortColumns;
  private final Path directory;
  private final BufferAllocator allocator;
  private final int blockSize;
  private final int fanIn;
  private final long share;
  private final List<Input> inputs = new ArrayList<>();

  /** Files of merged runs. */
  private final List<SpillFile> files = new ArrayList<>();

  private SortedRows output;

  /**
   * Creates a sort.
   *
   * @param partitioning values of which equal ones are put together
   * @param sortColumns what decides among rows of a partition
   * @param directory of temporary files
   * @param memory off-heap, in bytes; at least {@link #MIN_MEMORY} for each input
   * @param inputCount number of batch writers
   */
  public ExternalSort(
      Schema schema,
      List<Partitioning> partitioning,
      List<SortColumn> sortColumns,
      Path directory,
      long memory,
      int inputCount) {
    this.schema = schema;
    this.partitioning = List.copyOf(partitioning);
    this.sortColumns = List.copyOf(sortColumns);
    this.directory = directory;
    this.allocator = BufferAllocator.create("sort", memory);
    this.blockSize =
        (int) Math.max(2 * PAGE, Math.min(MAX_BLOCK, memory / BLOCKS / inputCount / PAGE * PAGE));
    this.fanIn = (int) Math.min(1 << 14, Math.max(2, memory / blockSize - 1));
    // Each input writes one block while it spills.
    this.share = (memory / inputCount - blockSize) / PAGE * PAGE;
    for (int i = 0; i < inputCount; i++) {
      inputs.add(new Input());
    }
  }

  /** The rows of a thread. */
  private final class Input implements BatchValues.Receiver {

    private final List<Run> runs = new ArrayList<>();
    private final RowBytes key = new RowBytes();
    private final RowBytes row = new RowBytes();
    private KeyBuilder keys;
    private SortBuffer buffer;
    private SpillFile file;

    @Override
    public void accept(List<BatchColumnValues> columns, int rows) {
      for (int i = 0; i < rows; i++) {
        keys.build(key, i);
        row.clear();
        for (BatchColumnValues column : columns) {
          RowRecorder.append(column, i, row);
        }
        add();
      }
    }

    private void add() {
      if (buffer == null) {
        buffer = new SortBuffer(allocator, share);
      }
      if (buffer.add(key, row)) {
        return;
      }
      spill();
      if (!buffer.add(key, row)) {
        // Longer than the buffer: a run of its own.
        try (RunWriter run = newRun()) {
          run.add(key, row);
          runs.add(run.finish());
        }
      }
    }

    private RunWriter newRun() {
      if (file == null) {
        file = new SpillFile(directory);
      }
      long start = runs.isEmpty() ? 0 : runs.get(runs.size() - 1).end();
      return new RunWriter(file, start, allocator, blockSize);
    }

    private void spill() {
      if (buffer == null || buffer.count() == 0) {
        return;
      }
      buffer.sort();
      RowBytes sortedKey = new RowBytes();
      RowBytes sortedRow = new RowBytes();
      try (RunWriter run = newRun()) {
        while (buffer.next(sortedKey, sortedRow)) {
          run.add(sortedKey, sortedRow);
        }
        runs.add(run.finish());
      }
      buffer.clear();
    }

    private void release() {
      if (buffer != null) {
        buffer.release();
        buffer = null;
      }
    }
  }

  /**
   * Returns the batch writer of an input, for one thread.
   *
   * @param input number of the input, from 0; of equal rows, those of lower inputs come first
   * @throws io.albis.format.error.InvalidArgumentException if a column of the order does not exist
   * @throws io.albis.format.error.InvalidArgumentException if values of a column have no order
   */
  public BatchWriter newBatchWriter(int input) {
    Input target = inputs.get(input);
    BatchValues batches = new BatchValues(schema, target);
    target.keys = new KeyBuilder(schema, partitioning, sortColumns, batches.columns());
    return batches;
  }

  /** The number of runs that have been spilled. */
  public int runCount() {
    return inputs.stream().mapToInt(input -> input.runs.size()).sum();
  }

  /**
   * Writes all rows in order. Batch writers must have been closed.
   *
   * @param written called from time to time with a number of rows
   */
  public void writeTo(RowWriter rows, IntConsumer written) throws IOException {
    output = runCount() == 0 ? inMemory() : spilled();
    RowPlayer player = new RowPlayer(schema, rows);
    RowBytes key = new RowBytes();
    RowBytes row = new RowBytes();
    int untold = 0;
    while (output.next(key, row)) {
      player.play(row);
      if (++untold == STEP) {
        written.accept(untold);
        untold = 0;
      }
    }
    written.accept(untold);
  }

  private SortedRows inMemory() {
    List<SortBuffer> buffers = new ArrayList<>();
    for (Input input : inputs) {
      if (input.buffer != null) {
        input.buffer.sort();
        buffers.add(input.buffer);
      }
    }
    return new Merge(buffers);
  }

  private SortedRows spilled() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Input input : inputs) {
      input.spill();
      input.release();
      runs.addAll(input.runs);
    }
    while (runs.size() > fanIn) {
      runs = mergedOnce(runs);
    }
    return merge(runs);
  }

  /** Merges neighbours, so that the file of a pass is removed when the next one is complete. */
  private List<Run> mergedOnce(List<Run> runs) throws IOException {
    SpillFile target = new SpillFile(directory);
    List<SpillFile> before = new ArrayList<>(files);
    files.add(target);
    List<Run> merged = new ArrayList<>();
    RowBytes key = new RowBytes();
    RowBytes row = new RowBytes();
    for (int from = 0; from < runs.size(); from += fanIn) {
      long start = merged.isEmpty() ? 0 : merged.get(merged.size() - 1).end();
      SortedRows part = merge(runs.subList(from, Math.min(runs.size(), from + fanIn)));
      try (RunWriter writer = new RunWriter(target, start, allocator, blockSize)) {
        while (part.next(key, row)) {
          writer.add(key, row);
        }
        merged.add(writer.finish());
      } finally {
        part.release();
      }
    }
    closeInputs();
    before.forEach(SpillFile::close);
    files.removeAll(before);
    return merged;
  }

  private SortedRows merge(List<Run> runs) {
    List<SortedRows> readers = new ArrayList<>();
    try {
      for (Run run : runs) {
        readers.add(new RunReader(run, allocator, blockSize));
      }
    } catch (RuntimeException | Error e) {
      readers.forEach(SortedRows::release);
      throw e;
    }
    return new Merge(readers);
  }

  private void closeInputs() {
    for (Input input : inputs) {
      input.release();
      if (input.file != null) {
        input.file.close();
        input.file = null;
      }
    }
  }

  /** Releases the memory and removes the temporary files. Batch writers can no longer be used. */
  @Override
  public void close() {
    if (output != null) {
      output.release();
    }
    closeInputs();
    files.forEach(SpillFile::close);
    files.clear();
    allocator.close();
  }
}
