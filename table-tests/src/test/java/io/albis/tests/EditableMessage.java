// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message of {@code albis.proto} whose fields tests change by name, to values that the classes of
 * the format would refuse. Fields are kept in the order of their numbers.
 */
final class EditableMessage {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private static final Map<String, Map<String, Spec>> MESSAGES = readProto();

  private record Spec(int number, String type, boolean isRepeated) {}

  /** The value is a {@link Long}, an array of bytes, or another message. */
  private record Entry(int number, int wire, Object value) {}

  private final String type;
  private final List<Entry> entries = new ArrayList<>();

  private EditableMessage(String type) {
    this.type = type;
  }

  private static Map<String, Map<String, Spec>> readProto() {
    String text;
    try {
      text = Files.readString(TestPaths.formatSpec().resolve("src/main/proto/albis.proto"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Pattern line =
        Pattern.compile("message (\\w+) \\{|(repeated )?(\\w+|map<.*>) (\\w+) = (\\d+)[^;]*;");
    Map<String, Map<String, Spec>> messages = new HashMap<>();
    Map<String, Spec> fields = new HashMap<>();
    Matcher matcher = line.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1) != null) {
        fields = new HashMap<>();
        messages.put(matcher.group(1), fields);
      } else {
        boolean isRepeated = matcher.group(2) != null || matcher.group(3).startsWith("map");
        int number = Integer.parseInt(matcher.group(5));
        fields.put(matcher.group(4), new Spec(number, matcher.group(3), isRepeated));
      }
    }
    return messages;
  }

  static EditableMessage parse(String type, byte[] bytes) {
    EditableMessage message = new EditableMessage(type);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      int key = (int) varint(in);
      Object value =
          switch (key & 7) {
            case VARINT -> varint(in);
            case FIXED64 -> in.getLong();
            case FIXED32 -> (long) in.getInt();
            default -> bytes(in, (int) varint(in));
          };
      message.entries.add(new Entry(key >>> 3, key & 7, value));
    }
    return message;
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 127L) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~127L) != 0) {
      out.write((int) (rest & 127 | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  byte[] toBytes() {
    entries.sort(Comparator.comparingInt(Entry::number));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Entry entry : entries) {
      varint(out, (long) entry.number << 3 | entry.wire);
      switch (entry.wire) {
        case VARINT -> varint(out, (Long) entry.value);
        case FIXED64 -> out.writeBytes(littleEndian((Long) entry.value, 8));
        case FIXED32 -> out.writeBytes(littleEndian((Long) entry.value, 4));
        default -> {
          byte[] bytes = bytes(entry.value);
          varint(out, bytes.length);
          out.writeBytes(bytes);
        }
      }
    }
    return out.toByteArray();
  }

  private static byte[] bytes(Object value) {
    return value instanceof EditableMessage message ? message.toBytes() : (byte[]) value;
  }

  private static byte[] littleEndian(long value, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
    return java.util.Arrays.copyOf(bytes.array(), length);
  }

  EditableMessage copy() {
    return parse(type, toBytes());
  }

  private Spec spec(String name) {
    Spec spec = MESSAGES.get(type).get(name);
    if (spec == null) {
      throw new IllegalArgumentException(type + " has no field " + name);
    }
    return spec;
  }

  private List<Integer> positions(Spec spec) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).number == spec.number) {
        found.add(i);
      }
    }
    return found;
  }

  EditableMessage clear(String name) {
    int number = spec(name).number;
    entries.removeIf(entry -> entry.number == number);
    return this;
  }

  /** A number; 0 if it is missing. */
  long number(String name) {
    List<Integer> at = positions(spec(name));
    return at.isEmpty() ? 0 : (Long) entries.get(at.get(at.size() - 1)).value;
  }

  byte[] bytes(String name) {
    List<Integer> at = positions(spec(name));
    return at.isEmpty() ? new byte[0] : bytes(entries.get(at.get(0)).value);
  }

  String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  EditableMessage set(String name, long value) {
    Spec spec = spec(name);
    clear(name);
    if (value != 0) {
      int wire = "fixed32".equals(spec.type) ? FIXED32 : VARINT;
      entries.add(new Entry(spec.number, wire, value));
    }
    return this;
  }

  EditableMessage set(String name, byte[] value) {
    clear(name);
    entries.add(new Entry(spec(name).number, BYTES, value));
    return this;
  }

  EditableMessage set(String name, String value) {
    return set(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a field that the schema of the message does not have. */
  EditableMessage addUnknown(int number, byte[] value) {
    entries.add(new Entry(number, BYTES, value));
    return this;
  }

  /** Adds an element of a list of bytes, texts or messages. */
  EditableMessage add(String name, byte[] value) {
    entries.add(new Entry(spec(name).number, BYTES, value));
    return this;
  }

  /** Adds an entry of a map of texts. */
  EditableMessage put(String name, String key, String value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    byte[] valueBytes = value.getBytes(StandardCharsets.UTF_8);
    out.write(1 << 3 | BYTES);
    varint(out, keyBytes.length);
    out.writeBytes(keyBytes);
    out.write(2 << 3 | BYTES);
    varint(out, valueBytes.length);
    out.writeBytes(valueBytes);
    return add(name, out.toByteArray());
  }

  /** Appends an empty message to a list, or sets a message that is missing. */
  EditableMessage add(String name) {
    Spec spec = spec(name);
    EditableMessage added = new EditableMessage(spec.type);
    entries.add(new Entry(spec.number, BYTES, added));
    return added;
  }

  /** Appends a copy of a message to a list. */
  EditableMessage add(String name, EditableMessage message) {
    EditableMessage added = message.copy();
    entries.add(new Entry(spec(name).number, BYTES, added));
    return added;
  }

  /** All messages of a list; changes of them are changes of this message. */
  List<EditableMessage> messages(String name) {
    Spec spec = spec(name);
    List<EditableMessage> found = new ArrayList<>();
    for (int at : positions(spec)) {
      Entry entry = entries.get(at);
      if (entry.value instanceof byte[] bytes) {
        entry = new Entry(entry.number, BYTES, parse(spec.type, bytes));
        entries.set(at, entry);
      }
      found.add((EditableMessage) entry.value);
    }
    return found;
  }

  EditableMessage message(String name, int index) {
    return messages(name).get(index);
  }

  /** A message that is not in a list. It is added if it is missing. */
  EditableMessage message(String name) {
    List<EditableMessage> found = messages(name);
    return found.isEmpty() ? add(name) : found.get(0);
  }

  EditableMessage remove(String name, int index) {
    entries.remove((int) positions(spec(name)).get(index));
    return this;
  }

  /** Reverses the elements of a list of bytes or messages. */
  EditableMessage reverse(String name) {
    List<EditableMessage> all = messages(name);
    clear(name);
    for (int i = all.size() - 1; i >= 0; i--) {
      add(name, all.get(i));
    }
    return this;
  }

  /** A list of numbers. */
  List<Long> numbers(String name) {
    boolean isFixed = "fixed32".equals(spec(name).type);
    ByteBuffer in = ByteBuffer.wrap(bytes(name)).order(ByteOrder.LITTLE_ENDIAN);
    List<Long> numbers = new ArrayList<>();
    while (in.hasRemaining()) {
      numbers.add(isFixed ? Integer.toUnsignedLong(in.getInt()) : varint(in));
    }
    return numbers;
  }

  EditableMessage setNumbers(String name, List<Long> values) {
    boolean isFixed = "fixed32".equals(spec(name).type);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (long value : values) {
      if (isFixed) {
        out.writeBytes(littleEndian(value, 4));
      } else {
        varint(out, value);
      }
    }
    return values.isEmpty() ? clear(name) : set(name, out.toByteArray());
  }

  EditableMessage setNumbers(String name, long... values) {
    return setNumbers(name, java.util.stream.LongStream.of(values).boxed().toList());
  }

  /** Changes one number of a list. */
  EditableMessage setNumber(String name, int index, long value) {
    List<Long> values = new ArrayList<>(numbers(name));
    values.set(index, value);
    return setNumbers(name, values);
  }
}
