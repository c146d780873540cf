// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

/**
 * The rule by which readers turn ranges of a file into requests. Ranges are taken in ascending
 * order. A range joins the request before it if the gap between them is at most {@code maxGap} and
 * the request becomes no longer than {@code maxLength}; the bytes of the gap are read and thrown
 * away. A range that is longer than {@code maxLength} is cut into pieces of that length, and the
 * rule applies to each of them.
 *
 * <p>With the gap of {@link RequestCost#maxGap}, a gap is read over if its bytes cost no more than
 * another request. Without a limit on the length, no division of the ranges into requests costs
 * less; with one, no division of the pieces that keeps to both limits has fewer requests.
 *
 * @param maxGap in bytes
 * @param maxLength of a request in bytes, gaps included
 */
public record RequestRule(long maxGap, long maxLength) {

  /** Receives requests in ascending order. */
  @FunctionalInterface
  public interface Requests {

    /**
     * A request.
     *
     * @param offset of the first byte
     * @param length in bytes, more than 0
     */
    void add(long offset, long length);
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the gap is negative or the length not positive
   */
  public RequestRule {
    if (maxGap < 0 || maxLength < 1) {
      throw new IllegalArgumentException(
          "Invalid rule for requests: gaps of up to "
              + maxGap
              + " bytes, requests of up to "
              + maxLength
              + " bytes (expected at least 0 and 1)");
    }
  }

  /**
   * The rule that suits a storage.
   *
   * @param readSize the maximum length of a request in bytes
   */
  public static RequestRule of(RequestCost cost, long readSize) {
    return new RequestRule(cost.maxGap(), readSize);
  }

  /**
   * Whether a range, or a piece of one, becomes part of the request before it.
   *
   * @param start offset of the request
   * @param end of the request so far
   * @param offset of the range
   * @param length of the range
   */
  public boolean joins(long start, long end, long offset, long length) {
    long gap = offset - end;
    return gap >= 0 && gap <= maxGap && length <= maxLength - (offset - start);
  }

  /**
   * Turns ranges into requests. Allocates nothing.
   *
   * @param offsets of the ranges, ascending
   * @param lengths of the ranges; ranges of length 0 are ignored
   * @param count number of ranges
   * @throws IllegalArgumentException if a length is negative, or if a range begins before the end
   *     of the one before it
   */
  public void requests(long[] offsets, long[] lengths, int count, Requests requests) {
    long start = 0;
    long end = 0;
    long last = 0;
    for (int i = 0; i < count; i++) {
      check(offsets[i], lengths[i], last);
      last = offsets[i] + lengths[i];
      for (long offset = offsets[i]; offset < last; ) {
        long length = Math.min(maxLength, last - offset);
        if (end == start || !joins(start, end, offset, length)) {
          if (end > start) {
            requests.add(start, end - start);
          }
          start = offset;
        }
        offset += length;
        end = offset;
      }
    }
    if (end > start) {
      requests.add(start, end - start);
    }
  }

  private static void check(long offset, long length, long last) {
    if (length < 0 || offset < last) {
      throw new IllegalArgumentException(
          "Invalid range: offset "
              + offset
              + ", length "
              + length
              + " (expected an offset of at least "
              + last
              + ")");
    }
  }
}
