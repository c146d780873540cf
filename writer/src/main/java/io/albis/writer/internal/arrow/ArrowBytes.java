// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.arrow;

import io.albis.format.error.InvalidArgumentException;
import io.albis.writer.BatchColumn;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;

/** Sets strings and binaries: by address, or copied if they are views. For one thread. */
final class ArrowBytes {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Bytes of a view: the length, then the bytes, or a prefix, a buffer and an offset into it. */
  private static final int VIEW_WIDTH = 16;

  private static final int MAX_INLINE = 12;

  private final String path;
  private final BatchColumn target;
  private byte[] bytes = {};
  private int[] offsets = {0};

  ArrowBytes(String path, BatchColumn target) {
    this.path = path;
    this.target = target;
  }

  /** Sets the elements of the next batch; at least one. */
  void set(FieldVector vector, int count) {
    if (vector instanceof BaseVariableWidthVector) {
      ArrowBuf data = vector.getDataBuffer();
      ArrowBuf starts = vector.getOffsetBuffer();
      require(starts.capacity(), 4 * (count + 1L), "bytes of its offsets");
      target.setBytes(data.memoryAddress(), data.capacity(), starts.memoryAddress(), count);
    } else if (vector instanceof BaseLargeVariableWidthVector) {
      setLarge(vector.getDataBuffer(), vector.getOffsetBuffer(), count);
    } else {
      copyViews((BaseVariableWidthViewVector) vector, count);
    }
  }

  private void require(long found, long expected, String what) {
    ArrowColumn.requireLength(path, found, expected, what);
  }

  private void reserveOffsets(int count) {
    if (offsets.length <= count) {
      offsets = new int[Math.addExact(count, 1)];
    }
  }

  /** The writer counts from the first byte, so that the offsets of a batch fit into 4 bytes. */
  private void setLarge(ArrowBuf data, ArrowBuf starts, int count) {
    require(starts.capacity(), 8 * (count + 1L), "bytes of its offsets");
    long first = starts.getLong(0);
    if (first < 0 || first > data.capacity()) {
      throw new InvalidArgumentException(
          "Cannot write column " + path + ": invalid offset " + first + " of the first value");
    }
    long length = data.capacity() - first;
    reserveOffsets(count);
    for (int i = 0; i <= count; i++) {
      long offset = starts.getLong(8L * i) - first;
      if (offset != (int) offset) {
        throw tooLong(offset);
      }
      offsets[i] = (int) offset;
    }
    ArrowBuf relative = data.slice(first, Math.min(length, Integer.MAX_VALUE));
    target.setBytes(relative.memoryAddress(), relative.capacity(), offsets);
  }

  private InvalidArgumentException tooLong(long length) {
    return new InvalidArgumentException(
        "Cannot write column "
            + path
            + ": the values of a batch take "
            + length
            + " bytes (expected at most "
            + MAX_ARRAY
            + ")");
  }

  private void copyViews(BaseVariableWidthViewVector vector, int count) {
    ArrowBuf views = vector.getDataBuffer();
    require(views.capacity(), (long) VIEW_WIDTH * count, "bytes of its views");
    List<ArrowBuf> buffers = vector.getDataBuffers();
    boolean hasNulls = vector.getNullCount() > 0;
    long total = 0;
    for (int i = 0; i < count; i++) {
      boolean isNull = hasNulls && vector.isNull(i);
      int length = isNull ? 0 : views.getInt((long) VIEW_WIDTH * i);
      total += length;
      require(length, 0, "bytes of a value");
      if (length > MAX_INLINE) {
        requireInside(buffers, views, (long) VIEW_WIDTH * i, length);
      }
    }
    if (total > MAX_ARRAY) {
      throw tooLong(total);
    }
    bytes = bytes.length < total ? new byte[(int) total] : bytes;
    reserveOffsets(count);
    int end = 0;
    for (int i = 0; i < count; i++) {
      offsets[i] = end;
      if (!(hasNulls && vector.isNull(i))) {
        long view = (long) VIEW_WIDTH * i;
        int length = views.getInt(view);
        if (length <= MAX_INLINE) {
          views.getBytes(view + 4, bytes, end, length);
        } else {
          ArrowBuf buffer = buffers.get(views.getInt(view + 8));
          buffer.getBytes(views.getInt(view + 12), bytes, end, length);
        }
        end += length;
      }
    }
    offsets[count] = end;
    target.setBytes(bytes, offsets);
  }

  /** Checked before memory is taken for the values, which may be forged lengths. */
  private void requireInside(List<ArrowBuf> buffers, ArrowBuf views, long view, int length) {
    int buffer = views.getInt(view + 8);
    int from = views.getInt(view + 12);
    boolean isValid =
        buffer >= 0
            && buffer < buffers.size()
            && from >= 0
            && buffers.get(buffer).capacity() - from >= length;
    if (!isValid) {
      throw new InvalidArgumentException(
          "Cannot write column " + path + ": a view refers to bytes outside of its buffers");
    }
  }
}
