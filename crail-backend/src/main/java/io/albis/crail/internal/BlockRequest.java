// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.crail.CrailBuffer;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.storage.StorageEndpoint;

/** One request to a data node: a range of one block, and the memory for it. */
abstract class BlockRequest implements Link.Request<StorageEndpoint> {

  private final int blockIndex;
  private final int offset;
  private final int length;

  /** Set before the request is submitted. */
  private Transfer transfer;

  private BlockInfo block;
  private Tier tier;

  /**
   * Creates a request.
   *
   * @param blockIndex the number of the block in its file
   * @param offset the first byte in the block
   * @param length in bytes
   */
  BlockRequest(int blockIndex, int offset, int length) {
    this.blockIndex = blockIndex;
    this.offset = offset;
    this.length = length;
  }

  final int blockIndex() {
    return blockIndex;
  }

  final int offset() {
    return offset;
  }

  final int length() {
    return length;
  }

  /**
   * Says where the request goes.
   *
   * @throws IOException if the tier cannot access the memory of the request
   */
  final void bind(Transfer boundTransfer, BlockInfo boundBlock, Tier boundTier) throws IOException {
    transfer = boundTransfer;
    block = boundBlock;
    tier = boundTier;
    OffHeapBuffer memory = memory();
    if (memory != null && tier.usesDevice()) {
      DeviceMemory.shared().regionOf(memory);
    }
  }

  /** The memory that the tier accesses; null for a staging buffer. */
  OffHeapBuffer memory() {
    return null;
  }

  final Tier tier() {
    return tier;
  }

  final BlockInfo block() {
    return block;
  }

  @Override
  public final Object owner() {
    return transfer.owner();
  }

  @Override
  public final void succeeded(Object answer) {
    Throwable failure = null;
    try {
      completed();
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      ended();
    }
    transfer.ended(failure);
  }

  @Override
  public final void failed(IOException cause) {
    ended();
    transfer.ended(transfer.describe(this, cause));
  }

  /** Copies what was read. */
  void completed() {}

  /** Gives memory back. Also called if the request was not sent. */
  void ended() {}

  /** Off-heap memory as a buffer of Crail, with its whole region if a device accesses it. */
  static CrailBuffer wrap(OffHeapBuffer memory, long memoryOffset, int length, Tier tier)
      throws IOException {
    ByteBuffer bytes = memory.reservedNioBuffer(memoryOffset, length);
    return new WrappedBuffer(
        bytes,
        memory.address() + memoryOffset,
        tier.usesDevice() ? DeviceMemory.shared().regionOf(memory) : null);
  }

  /** A part of a staging buffer as a buffer of Crail. */
  static CrailBuffer wrap(ByteBuffer staging, int offset, int length) {
    ByteBuffer all = staging.duplicate().clear();
    long address = Memory.addressOf(all);
    WrappedBuffer whole = new WrappedBuffer(all, address, null);
    return new WrappedBuffer(all.slice(offset, length), address + offset, whole);
  }

  /** Reads straight into the target. */
  static final class DirectRead extends BlockRequest {
    private final OffHeapBuffer target;
    private final long targetOffset;

    DirectRead(int blockIndex, int offset, int length, OffHeapBuffer target, long targetOffset) {
      super(blockIndex, offset, length);
      this.target = target;
      this.targetOffset = targetOffset;
    }

    @Override
    OffHeapBuffer memory() {
      return target;
    }

    @Override
    public Future<?> send(StorageEndpoint endpoint) throws Exception {
      return endpoint.read(wrap(target, targetOffset, length(), tier()), block(), offset());
    }
  }

  /** A part of a staged read, and where it is copied to. */
  interface Copy {

    /**
     * Copies.
     *
     * @param source what was read, from the offset of the request on
     * @param requestOffset the first byte of the request in its block
     */
    void from(ByteBuffer source, int requestOffset);
  }

  /** Reads into a staging buffer, and copies parts of that. */
  static final class StagedRead extends BlockRequest {
    private final List<Copy> copies;
    private ByteBuffer staging;

    StagedRead(int blockIndex, int offset, int length, List<Copy> copies) {
      super(blockIndex, offset, length);
      this.copies = copies;
    }

    @Override
    public Future<?> send(StorageEndpoint endpoint) throws Exception {
      staging = StagingPool.take();
      return endpoint.read(wrap(staging, 0, length()), block(), offset());
    }

    @Override
    void completed() {
      copies.forEach(copy -> copy.from(staging, offset()));
    }

    @Override
    void ended() {
      if (staging != null) {
        StagingPool.give(staging);
        staging = null;
      }
    }
  }

  /** Writes straight from memory. */
  static final class DirectWrite extends BlockRequest {
    private final OffHeapBuffer source;
    private final long sourceOffset;

    DirectWrite(int blockIndex, int offset, int length, OffHeapBuffer source, long sourceOffset) {
      super(blockIndex, offset, length);
      this.source = source;
      this.sourceOffset = sourceOffset;
    }

    @Override
    OffHeapBuffer memory() {
      return source;
    }

    @Override
    public Future<?> send(StorageEndpoint endpoint) throws Exception {
      return endpoint.write(wrap(source, sourceOffset, length(), tier()), block(), offset());
    }
  }

  /** Writes a part of a staging buffer of the caller. */
  static final class StagedWrite extends BlockRequest {
    private final ByteBuffer staging;
    private final int stagingOffset;

    StagedWrite(int blockIndex, int offset, int length, ByteBuffer staging, int stagingOffset) {
      super(blockIndex, offset, length);
      this.staging = staging;
      this.stagingOffset = stagingOffset;
    }

    @Override
    public Future<?> send(StorageEndpoint endpoint) throws Exception {
      return endpoint.write(wrap(staging, stagingOffset, length()), block(), offset());
    }
  }
}
