// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Encodes a message between the processes of a write: magic, version, length and CRC32C of the
 * content, then the content. All numbers are big endian. {@link WireReader} decodes it.
 */
public final class WireWriter {

  static final int HEADER_LENGTH = 16;

  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  /** Appends four bytes. */
  public WireWriter putInt(int value) {
    content.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    return this;
  }

  /** Appends eight bytes. */
  public WireWriter putLong(long value) {
    content.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    return this;
  }

  /** Appends 16 bytes. */
  public WireWriter putUuid(UUID value) {
    return putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
  }

  /** Appends bytes with their length. */
  public WireWriter putBytes(byte[] value) {
    putInt(value.length);
    content.writeBytes(value);
    return this;
  }

  /** Appends a string. */
  public WireWriter putString(String value) {
    return putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends keys and values. */
  public WireWriter putMap(Map<String, String> values) {
    putInt(values.size());
    values.forEach((key, value) -> putString(key).putString(value));
    return this;
  }

  /**
   * The message.
   *
   * @param magic which kind of message it is
   * @param version of its content
   */
  public byte[] toBytes(int magic, int version) {
    byte[] bytes = content.toByteArray();
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return ByteBuffer.allocate(HEADER_LENGTH + bytes.length)
        .putInt(magic)
        .putInt(version)
        .putInt(bytes.length)
        .putInt((int) crc.getValue())
        .put(bytes)
        .array();
  }
}
