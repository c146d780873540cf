// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Arrays;

/**
 * Parts of the Protocol Buffers encoding, for messages of which a reader needs only a part: see
 * {@link ColumnGroupSection}.
 */
final class Wire {

  static final int VARINT = 0;
  static final int LENGTH_DELIMITED = 2;
  static final int FIXED32 = 5;

  private static final int[] NONE = {};

  private Wire() {}

  static int tag(int field, int wireType) {
    return field << 3 | wireType;
  }

  static int[] none() {
    return NONE;
  }

  /** Appends a number that is not packed. */
  static int[] append(int[] list, int value) {
    int[] longer = Arrays.copyOf(list, list.length + 1);
    longer[list.length] = value;
    return longer;
  }

  /** Appends packed numbers. Allocates no more than their bytes justify. */
  static int[] appendPacked(int[] list, CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    int limit = in.pushLimit(length);
    int[] longer = Arrays.copyOf(list, list.length + in.getBytesUntilLimit());
    int count = list.length;
    while (in.getBytesUntilLimit() > 0) {
      longer[count++] = in.readUInt32();
    }
    in.popLimit(limit);
    return count == longer.length ? longer : Arrays.copyOf(longer, count);
  }

  /** Skips a field that is not needed. */
  static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("A group ends that has not started");
    }
  }

  /** Reads the length of a message and skips the message; its end is the position behind it. */
  static int skipMessage(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    in.skipRawBytes(length);
    return length;
  }
}
