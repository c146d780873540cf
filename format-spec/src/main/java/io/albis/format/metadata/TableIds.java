// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Converts table ids to and from the 16 bytes in files. */
final class TableIds {

  static final int LENGTH = 16;

  private TableIds() {}

  static UUID of(byte[] bytes, int from) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, from, LENGTH);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  static byte[] toBytes(UUID id) {
    return ByteBuffer.allocate(LENGTH)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static ByteString toProto(UUID id) {
    return ByteString.copyFrom(toBytes(id));
  }

  /** Whether the bytes of a message, of any length, are an id. */
  static boolean isSame(ByteString bytes, UUID id) {
    if (bytes.size() != LENGTH) {
      return false;
    }
    ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
    return buffer.getLong() == id.getMostSignificantBits()
        && buffer.getLong() == id.getLeastSignificantBits();
  }

  static String hex(UUID id) {
    return Framing.hex(toBytes(id));
  }
}
