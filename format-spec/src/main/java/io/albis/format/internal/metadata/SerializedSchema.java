// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A schema whose fields are parsed when they are asked for (SPEC.md, section 6). Opening a table of
 * thousands of columns to read a few parses these few only. Thread-safe.
 *
 * <p>Methods throw {@link CorruptFileException} if a field that they parse is invalid. What takes
 * all fields to know, such as whether names and ids are unique, only {@link #schema} checks.
 */
public final class SerializedSchema {

  private final MetadataProtos.Schema message;
  private final Check check;
  private final IntBuffer ends;

  /** Null until it is needed. Written without a lock: any thread's array is as good. */
  private volatile int[] hashes;

  /** The fields that have been parsed, by ordinal. */
  private final Map<Integer, Field> parsed = new ConcurrentHashMap<>();

  /** Null until it is needed. Written without a lock: any thread's schema is as good. */
  private volatile Schema schema;

  private SerializedSchema(MetadataProtos.Schema message, Check check) {
    this.message = message;
    this.check = check;
    this.ends = ints(message.getEnds());
  }

  private static IntBuffer ints(ByteString bytes) {
    return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
  }

  /** Checks what can be checked without parsing a field. */
  static SerializedSchema decode(MetadataProtos.Schema message, Check check) {
    int length = message.getEnds().size();
    check.that(length % Integer.BYTES == 0, "bytes of ends of fields", "a multiple of 4", length);
    check.equal("bytes of hashes of field names", length, message.getNameHashes().size());
    SerializedSchema schema = new SerializedSchema(message, check);
    check.equal(
        "end of the last field", message.getFields().size(), schema.end(schema.fieldCount() - 1));
    return schema;
  }

  /**
   * Serializes a schema.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a field has no id
   */
  public static SerializedSchema of(Schema schema) {
    int bytes = Integer.BYTES * schema.fields().size();
    ByteBuffer hashes = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer ends = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    ByteString.Output fields = ByteString.newOutput();
    for (Field field : schema.fields()) {
      byte[] message = SchemaProtos.toProto(field).toByteArray();
      fields.write(message, 0, message.length);
      hashes.putInt(hash(field.name()));
      ends.putInt(fields.size());
    }
    MetadataProtos.Schema message =
        MetadataProtos.Schema.newBuilder()
            .setNameHashes(ByteString.copyFrom(hashes.flip()))
            .setEnds(ByteString.copyFrom(ends.flip()))
            .setFields(fields.toByteString())
            .build();
    SerializedSchema serialized = new SerializedSchema(message, new Check("schema", -1));
    serialized.schema = schema;
    return serialized;
  }

  private static int hash(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return Framing.crc(utf8, 0, utf8.length);
  }

  /** Number of top-level fields. */
  public int fieldCount() {
    return ends.limit();
  }

  /** Where the message of a field ends; 0 for -1. */
  private long end(int ordinal) {
    return ordinal < 0 ? 0 : Integer.toUnsignedLong(ends.get(ordinal));
  }

  private int[] hashes() {
    int[] known = hashes;
    if (known == null) {
      known = new int[fieldCount()];
      ints(message.getNameHashes()).get(known);
      hashes = known;
    }
    return known;
  }

  /** The top-level field at a position, parsed at the first call. */
  public Field field(int ordinal) {
    Schema all = schema;
    if (all != null) {
      return all.fields().get(ordinal);
    }
    Field field = parsed.get(ordinal);
    if (field == null) {
      field = parse(ordinal);
      parsed.put(ordinal, field);
    }
    return field;
  }

  private Field parse(int ordinal) {
    ByteString fields = message.getFields();
    long from = end(ordinal - 1);
    long to = end(ordinal);
    if (from > to || to > fields.size()) {
      throw check.corrupt("end of field " + ordinal, "from " + from + " to " + fields.size(), to);
    }
    MetadataProtos.Field field =
        check.parse(
            MetadataProtos.Field.parser(),
            fields.substring((int) from, (int) to),
            "field " + ordinal);
    Field result = check.schema("field " + ordinal, () -> SchemaProtos.fromProto(field));
    check.that(
        hash(result.name()) == hashes()[ordinal],
        "hash of the name of field " + ordinal,
        Integer.toHexString(hash(result.name())) + " of " + result.name(),
        Integer.toHexString(hashes()[ordinal]));
    return result;
  }

  /**
   * Position of the top-level field of a name, or -1. Compares the hashes of all names, and parses
   * only fields whose hash is equal.
   *
   * @throws CorruptFileException if two fields have the name
   */
  public int ordinal(String name) {
    int hash = hash(name);
    int[] all = hashes();
    int found = -1;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == hash && field(i).name().equals(name)) {
        check.that(found < 0, "name of field " + i, "one that no other field has", name);
        found = i;
      }
    }
    return found;
  }

  /**
   * The field at a path, as {@link Schema#find}.
   *
   * @throws CorruptFileException if two top-level fields have the name, or the field is not valid
   */
  public Optional<Field> find(String path) {
    int ordinal = topLevelOrdinal(path);
    return ordinal < 0 ? Optional.empty() : find(ordinal, path);
  }

  private Optional<Field> find(int ordinal, String path) {
    return check.schema("field " + ordinal, () -> Schema.of(field(ordinal))).find(path);
  }

  private int topLevelOrdinal(String path) {
    int ordinal = ordinal(path);
    List<String> names = Schema.namesOf(path);
    return ordinal >= 0 || names.size() == 1 && names.get(0).equals(path)
        ? ordinal
        : ordinal(names.get(0));
  }

  /**
   * A schema of the top-level fields that paths lead to, in the order of this schema. Nothing else
   * is parsed.
   *
   * @throws InvalidArgumentException if there is no field at a path; it names the nearest
   */
  public Schema select(Collection<String> paths) {
    TreeSet<Integer> ordinals = new TreeSet<>();
    for (String path : paths) {
      int ordinal = topLevelOrdinal(path);
      if (ordinal < 0 || find(ordinal, path).isEmpty()) {
        throw InvalidArgumentException.unknownColumn(path, schema().paths());
      }
      ordinals.add(ordinal);
    }
    List<Field> fields = ordinals.stream().map(this::field).toList();
    return check.schema("schema", () -> Schema.of(fields));
  }

  /**
   * The whole schema: parses and checks all fields at the first call.
   *
   * @throws CorruptFileException if it breaks a rule of SPEC.md, section 6
   */
  public Schema schema() {
    Schema all = schema;
    if (all == null) {
      List<Field> fields = IntStream.range(0, fieldCount()).mapToObj(this::field).toList();
      all = check.schema("schema", () -> Schema.of(fields));
      schema = all;
    }
    return all;
  }

  /** Number of fields that have been parsed one by one. */
  int parsedFieldCount() {
    return parsed.size();
  }

  MetadataProtos.Schema toProto() {
    return message;
  }

  /** Equal in all bytes. */
  @Override
  public boolean equals(Object object) {
    return object instanceof SerializedSchema other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return "schema of " + fieldCount() + " fields";
  }
}
