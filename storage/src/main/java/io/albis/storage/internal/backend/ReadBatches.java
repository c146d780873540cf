// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import io.albis.storage.ReadRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Groups ranges into batches, one request to the device each: neighbouring ranges are joined, long
 * ranges are split, and empty ranges are dropped.
 */
public final class ReadBatches {

  /** The maximum length of a batch in bytes; longer requests are not faster. */
  public static final int MAX_BYTES = 4 << 20;

  /** With the gaps between them, at most the 1024 buffers that one call of Linux accepts. */
  private static final int MAX_REQUESTS = 512;

  private ReadBatches() {}

  /**
   * Groups ranges into batches.
   *
   * @param maxGap the maximum gap between neighbours in bytes, see {@link
   *     io.albis.storage.ReadCost#maxGap}
   * @return batches in ascending order; the ranges of a batch are in ascending order, do not
   *     overlap, and are at most {@code maxGap} bytes apart
   */
  public static List<List<ReadRequest>> of(List<ReadRequest> requests, long maxGap) {
    if (requests.size() == 1 && isBatch(requests.get(0))) {
      return List.of(List.copyOf(requests));
    }
    List<List<ReadRequest>> batches = new ArrayList<>();
    List<ReadRequest> batch = new ArrayList<>();
    for (ReadRequest request : ordered(requests)) {
      for (long done = 0; done < request.length(); ) {
        ReadRequest piece = piece(request, done);
        if (!batch.isEmpty() && !joins(batch, piece, maxGap)) {
          batches.add(batch);
          batch = new ArrayList<>();
        }
        batch.add(piece);
        done += piece.length();
      }
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }

  /** Whether a range forms a batch of its own. */
  public static boolean isBatch(ReadRequest request) {
    return request.length() > 0 && request.length() <= MAX_BYTES;
  }

  private static List<ReadRequest> ordered(List<ReadRequest> requests) {
    long last = -1;
    for (ReadRequest request : requests) {
      if (request.offset() < last) {
        List<ReadRequest> sorted = new ArrayList<>(requests);
        sorted.sort(Comparator.comparingLong(ReadRequest::offset));
        return sorted;
      }
      last = request.offset();
    }
    return requests;
  }

  private static ReadRequest piece(ReadRequest request, long done) {
    long length = Math.min(MAX_BYTES, request.length() - done);
    return length == request.length()
        ? request
        : new ReadRequest(
            request.offset() + done, length, request.target(), request.targetOffset() + done);
  }

  private static boolean joins(List<ReadRequest> batch, ReadRequest next, long maxGap) {
    ReadRequest first = batch.get(0);
    ReadRequest last = batch.get(batch.size() - 1);
    long gap = next.offset() - last.offset() - last.length();
    return gap >= 0
        && gap <= maxGap
        && next.offset() + next.length() - first.offset() <= MAX_BYTES
        && batch.size() < MAX_REQUESTS;
  }
}
