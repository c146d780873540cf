// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.ReadRequest;
import io.albis.storage.internal.backend.ReadBatches;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.crail.conf.CrailConstants;

/**
 * Cuts ranges of a file into requests of at most one block each. Long ranges are read straight into
 * their targets; short neighbours in a block are read together and copied. On a tier that requires
 * alignment, requests consist of whole sectors.
 */
final class ReadPlan {

  /** Shorter ranges are read together with their neighbours, in bytes. */
  private static final int MIN_DIRECT = 64 << 10;

  private final int alignment;
  private final int maxRequest;
  private final long maxGap;
  private final List<BlockRequest> requests = new ArrayList<>();

  /** The block, and the first and last byte in it, of the parts that are to be copied. */
  private int block;

  private int from;
  private int to;
  private List<BlockRequest.Copy> copies = new ArrayList<>();

  private ReadPlan(CrailClient client, long maxGap) {
    this.alignment = client.alignment();
    this.maxRequest = client.maxRequest();
    this.maxGap = maxGap;
  }

  /** Plans to read ranges that lie in the file. */
  static List<BlockRequest> of(List<ReadRequest> ranges, CrailClient client, long maxGap) {
    ReadPlan plan = new ReadPlan(client, maxGap);
    for (List<ReadRequest> batch : ReadBatches.of(ranges, maxGap)) {
      for (ReadRequest range : batch) {
        plan.add(range);
      }
      plan.endCopies();
    }
    return plan.requests;
  }

  /** Plans to read a range that lies in the file into an array. */
  static List<BlockRequest> of(long offset, byte[] target, CrailClient client) {
    ReadPlan plan = new ReadPlan(client, 0);
    for (int done = 0; done < target.length; ) {
      long at = offset + done;
      int start = (int) (at % CrailConstants.BLOCK_SIZE);
      int length = Math.min(target.length - done, plan.mostFrom(start));
      int targetIndex = done;
      plan.copy(
          (int) (at / CrailConstants.BLOCK_SIZE),
          start,
          length,
          (source, first) -> source.get(start - first, target, targetIndex, length));
      done += length;
    }
    plan.endCopies();
    return plan.requests;
  }

  private void add(ReadRequest range) {
    for (long done = 0; done < range.length(); ) {
      long at = range.offset() + done;
      int index = (int) (at / CrailConstants.BLOCK_SIZE);
      int start = (int) (at % CrailConstants.BLOCK_SIZE);
      long left = Math.min(range.length() - done, CrailConstants.BLOCK_SIZE - start);
      int length = (int) Math.min(left, maxRequest);
      int direct = directLength(start, length);
      if (direct > 0) {
        endCopies();
        requests.add(
            new BlockRequest.DirectRead(
                index, start, direct, range.target(), range.targetOffset() + done));
        done += direct;
      } else {
        int copied = Math.min(length, mostFrom(start));
        copy(
            index, start, copied, into(range.target(), range.targetOffset() + done, start, copied));
        done += copied;
      }
    }
  }

  private static BlockRequest.Copy into(OffHeapBuffer target, long offset, int start, int length) {
    return (source, first) -> {
      ByteBuffer bytes = target.nioBuffer(offset, length);
      bytes.put(0, source, start - first, length);
    };
  }

  /** The number of bytes that can be read straight into the target; 0 if copying is better. */
  private int directLength(int start, int length) {
    int whole = length / alignment * alignment;
    return start % alignment == 0 && whole >= MIN_DIRECT ? whole : 0;
  }

  /** The longest part from an offset in a block that fits a staging buffer with its alignment. */
  private int mostFrom(int start) {
    int end = down(start) + maxStaged();
    return (int) Math.min(end, CrailConstants.BLOCK_SIZE) - start;
  }

  private int maxStaged() {
    return Math.min(StagingPool.size(), maxRequest);
  }

  private void copy(int index, int start, int length, BlockRequest.Copy copy) {
    boolean joins =
        !copies.isEmpty()
            && index == block
            && start >= to
            && start - to <= maxGap
            && up(start + length) - down(from) <= maxStaged();
    if (!joins) {
      endCopies();
      block = index;
      from = start;
    }
    to = start + length;
    copies.add(copy);
  }

  private void endCopies() {
    if (!copies.isEmpty()) {
      requests.add(new BlockRequest.StagedRead(block, down(from), up(to) - down(from), copies));
      copies = new ArrayList<>();
    }
  }

  private int down(int offset) {
    return offset / alignment * alignment;
  }

  /** Blocks are multiples of every alignment, so this stays in the block. */
  private int up(int offset) {
    return down(offset + alignment - 1);
  }
}
