// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of Protocol Buffers in which nested messages end with a mark, as in its old groups,
 * instead of starting with a length. A fuzzer can change them without breaking the messages around
 * them.
 */
final class Groups {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int START = 3;
  private static final int END = 4;
  private static final int FIXED32 = 5;
  private static final int MAX_DEPTH = 100;

  private final ByteBuffer in;

  private Groups(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /** Turns groups into messages with lengths. Any bytes are accepted. */
  static byte[] expand(byte[] groups) {
    return new Groups(groups).message(0);
  }

  private byte[] message(int depth) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (in.hasRemaining()) {
      long key = varint();
      switch ((int) key & 7) {
        case START -> {
          byte[] nested = depth < MAX_DEPTH ? message(depth + 1) : new byte[0];
          varint(out, key & ~7L | BYTES);
          varint(out, nested.length);
          out.writeBytes(nested);
        }
        case END -> {
          if (depth > 0) {
            return out.toByteArray();
          }
        }
        case BYTES -> {
          byte[] bytes = bytes(varint());
          varint(out, key);
          varint(out, bytes.length);
          out.writeBytes(bytes);
        }
        case VARINT -> {
          varint(out, key);
          varint(out, varint());
        }
        case FIXED64 -> {
          varint(out, key);
          out.writeBytes(bytes(8));
        }
        case FIXED32 -> {
          varint(out, key);
          out.writeBytes(bytes(4));
        }
        default -> varint(out, key);
      }
    }
    return out.toByteArray();
  }

  private byte[] bytes(long length) {
    byte[] bytes = new byte[(int) Math.min(length & Long.MAX_VALUE, in.remaining())];
    in.get(bytes);
    return bytes;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE && in.hasRemaining(); shift += 7) {
      byte next = in.get();
      value |= (next & 127L) << shift;
      if (next >= 0) {
        break;
      }
    }
    return value;
  }

  static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~127L) != 0) {
      out.write((int) (rest & 127 | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Turns a message of {@code albis.proto} into groups. */
  static byte[] of(String type, byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Groups(message).collapse(type, out);
    return out.toByteArray();
  }

  private void collapse(String type, ByteArrayOutputStream out) {
    while (in.hasRemaining()) {
      long key = varint();
      String nested = Types.NESTED.get(type).get((int) (key >>> 3));
      switch ((int) key & 7) {
        case BYTES -> {
          byte[] bytes = bytes(varint());
          if (nested == null) {
            varint(out, key);
            varint(out, bytes.length);
            out.writeBytes(bytes);
          } else {
            varint(out, key & ~7L | START);
            new Groups(bytes).collapse(nested, out);
            varint(out, key & ~7L | END);
          }
        }
        case VARINT -> {
          varint(out, key);
          varint(out, varint());
        }
        default -> {
          varint(out, key);
          out.writeBytes(bytes((key & 7) == FIXED32 ? 4 : 8));
        }
      }
    }
  }

  /** The fields of messages that are messages, by message and number. */
  private static final class Types {

    static final Map<String, Map<Integer, String>> NESTED = read();

    private static Map<String, Map<Integer, String>> read() {
      String text;
      try {
        text = Files.readString(Path.of("..", "format-spec", "src/main/proto/albis.proto"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Map<String, Map<Integer, String>> messages = new HashMap<>();
      Pattern line = Pattern.compile("message (\\w+) \\{|([A-Z]\\w+) \\w+ = (\\d+)[^;]*;");
      Matcher matcher = line.matcher(text);
      String message = "";
      while (matcher.find()) {
        if (matcher.group(1) != null) {
          message = matcher.group(1);
          messages.put(message, new HashMap<>());
        } else {
          messages.get(message).put(Integer.parseInt(matcher.group(3)), matcher.group(2));
        }
      }
      // Enumerations are numbers.
      messages.values().forEach(fields -> fields.values().retainAll(messages.keySet()));
      return messages;
    }
  }
}
