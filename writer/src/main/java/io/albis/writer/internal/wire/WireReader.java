// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.wire;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * Decodes a message of {@link WireWriter}. Every length is checked against the rest of the message
 * before memory is allocated for it.
 */
public final class WireReader {

  private final String what;
  private final ByteBuffer content;

  /**
   * Checks length, version and checksum.
   *
   * @param what what the message is, for errors
   * @throws CorruptFileException if it is no such message, or damaged
   * @throws UnsupportedVersionException if it is of another version
   */
  public WireReader(String what, int magic, int version, byte[] bytes) {
    this.what = what;
    this.content = ByteBuffer.wrap(bytes);
    require(bytes.length >= WireWriter.HEADER_LENGTH, "length", "at least 16", bytes.length);
    int found = content.getInt();
    require(found == magic, "magic", Integer.toHexString(magic), Integer.toHexString(found));
    int foundVersion = content.getInt();
    if (foundVersion != version) {
      throw new UnsupportedVersionException(what, Integer.BYTES, "version", version, foundVersion);
    }
    int length = content.getInt();
    int crc = content.getInt();
    require(length == content.remaining(), "length of the content", content.remaining(), length);
    CRC32C computed = new CRC32C();
    computed.update(bytes, WireWriter.HEADER_LENGTH, length);
    require(
        crc == (int) computed.getValue(),
        "checksum",
        Integer.toHexString(crc),
        Integer.toHexString((int) computed.getValue()));
  }

  /** Throws unless something holds of what was read last. */
  public void require(boolean holds, String item, Object expected, Object found) {
    if (!holds) {
      throw new CorruptFileException(what, content.position(), item, expected, found);
    }
  }

  private void requireLeft(long bytes, String item) {
    require(
        bytes >= 0 && bytes <= content.remaining(),
        item,
        "at most " + content.remaining() + " bytes",
        bytes);
  }

  /** The next four bytes. */
  public int getInt() {
    requireLeft(Integer.BYTES, "number");
    return content.getInt();
  }

  /** The next eight bytes. */
  public long getLong() {
    requireLeft(Long.BYTES, "number");
    return content.getLong();
  }

  /** The next eight bytes, at least some number. */
  public long getLong(long least, String item) {
    long value = getLong();
    require(value >= least, item, "at least " + least, value);
    return value;
  }

  /** The next 16 bytes. */
  public UUID getUuid() {
    requireLeft(2 * Long.BYTES, "identifier");
    return new UUID(content.getLong(), content.getLong());
  }

  /** The next bytes with their length. */
  public byte[] getBytes() {
    int length = getInt();
    requireLeft(length, "length of bytes");
    byte[] bytes = new byte[length];
    content.get(bytes);
    return bytes;
  }

  /** The next string. */
  public String getString() {
    return new String(getBytes(), StandardCharsets.UTF_8);
  }

  /** The next keys and values. */
  public Map<String, String> getMap() {
    int count = getCount(2 * Integer.BYTES);
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      values.put(getString(), getString());
    }
    return values;
  }

  /** The next number of items that take some bytes each at least. */
  public int getCount(int bytesEach) {
    int count = getInt();
    requireLeft((long) count * bytesEach, "bytes of " + count + " items");
    return count;
  }

  /** Throws if bytes are left. */
  public void requireEnd() {
    require(content.remaining() == 0, "end", 0, content.remaining());
  }

  /** Runs a decoder of a part; an illegal argument is reported as corruption of the message. */
  public <T> T decode(String item, Supplier<T> decoder) {
    try {
      return decoder.get();
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(what, content.position(), item, "valid", e.getMessage());
    }
  }
}
