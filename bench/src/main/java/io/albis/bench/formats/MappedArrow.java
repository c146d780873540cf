// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;

/**
 * A memory-mapped Arrow file: vectors refer to the mapping, nothing is copied. The garbage
 * collector unmaps the file when it is no longer referenced.
 */
final class MappedArrow implements OpenFormat {

  private final ScanRequest request;
  private final BufferAllocator allocator = new RootAllocator();
  private final NavigableMap<Long, MappedByteBuffer> mappings = new TreeMap<>();
  private final List<ArrowBlock> blocks;
  private final ArrowProjection projection;

  MappedArrow(ScanRequest request) throws IOException {
    this.request = request;
    try (FileChannel channel = FileChannel.open(Path.of(request.location()));
        ArrowFileReader footer = new ArrowFileReader(channel, allocator)) {
      this.blocks = footer.getRecordBlocks();
      this.projection =
          new ArrowProjection(footer.getVectorSchemaRoot().getSchema(), request.schema());
      map(channel);
    }
  }

  /** Maps the record batches in ranges of less than 2 GiB, Java's limit for a mapping. */
  private void map(FileChannel channel) throws IOException {
    int next = 0;
    while (next < blocks.size()) {
      long start = blocks.get(next).getOffset();
      long end = end(blocks.get(next));
      while (++next < blocks.size() && end(blocks.get(next)) - start <= Integer.MAX_VALUE) {
        end = end(blocks.get(next));
      }
      mappings.put(start, channel.map(FileChannel.MapMode.READ_ONLY, start, end - start));
    }
  }

  private static long end(ArrowBlock block) {
    return block.getOffset() + block.getMetadataLength() + block.getBodyLength();
  }

  @Override
  public void scan(int part, int parts, Totals totals) {
    ArrowSums sums = new ArrowSums(request, totals);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(projection.schema(), allocator)) {
      VectorLoader loader = new VectorLoader(root);
      for (ArrowBlock block : FormatValues.part(blocks, part, parts)) {
        try (ArrowRecordBatch batch = batch(block)) {
          loader.load(batch);
        }
        sums.addColumns(root.getFieldVectors(), root.getRowCount());
      }
    }
  }

  /** The projected columns of a record batch. */
  private ArrowRecordBatch batch(ArrowBlock block) {
    Map.Entry<Long, MappedByteBuffer> mapping = mappings.floorEntry(block.getOffset());
    int start = (int) (block.getOffset() - mapping.getKey());
    long body =
        MemoryUtil.getByteBufferAddress(mapping.getValue()) + start + block.getMetadataLength();
    RecordBatch batch = message(mapping.getValue(), start, block.getMetadataLength());
    if (batch.compression() != null) {
      throw new IllegalStateException(
          "Cannot map " + request.location() + ": the buffers of a record batch are compressed");
    }
    List<ArrowFieldNode> nodes = new ArrayList<>();
    for (int i : projection.nodes()) {
      FieldNode node = batch.nodes(i);
      nodes.add(new ArrowFieldNode(node.length(), node.nullCount()));
    }
    List<ArrowBuf> buffers = new ArrayList<>();
    for (int i : projection.buffers()) {
      Buffer buffer = batch.buffers(i);
      buffers.add(
          new ArrowBuf(ReferenceManager.NO_OP, null, buffer.length(), body + buffer.offset()));
    }
    return new ArrowRecordBatch((int) batch.length(), nodes, buffers);
  }

  /**
   * Reads the metadata before a body: its length, which current files precede with a marker, and
   * the message.
   */
  private static RecordBatch message(ByteBuffer mapping, int start, int length) {
    ByteBuffer bytes = mapping.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    boolean isMarked = bytes.getInt(start) == MessageSerializer.IPC_CONTINUATION_TOKEN;
    bytes.limit(start + length).position(start + (isMarked ? 2 : 1) * Integer.BYTES);
    return (RecordBatch) Message.getRootAsMessage(bytes).header(new RecordBatch());
  }

  @Override
  public void close() {
    allocator.close();
  }
}
