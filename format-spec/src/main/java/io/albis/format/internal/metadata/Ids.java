// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Ids of tables and data files as the 16 bytes that files hold of them. */
final class Ids {

  static final int LENGTH = 16;

  private Ids() {}

  static UUID of(byte[] bytes, int from) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, from, LENGTH);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** The id in a message, whose length has been checked. */
  static UUID of(ByteString bytes) {
    return of(bytes.toByteArray(), 0);
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

  static String hex(UUID id) {
    return Framing.hex(toBytes(id));
  }
}
