// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnknownColumnException;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

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

  /** The fields that have been parsed, by ordinal. */
  private final Map<Integer, Field> parsed = new ConcurrentHashMap<>();

  /** Null before somebody asks. Written without a lock: any thread's schema is as good. */
  private volatile Schema schema;

  private SerializedSchema(MetadataProtos.Schema message, Check check) {
    this.message = message;
    this.check = check;
  }

  /** Checks what can be checked without parsing a field. */
  static SerializedSchema decode(MetadataProtos.Schema message, Check check) {
    int count = message.getEndsCount();
    check.equal("number of hashes of field names", count, message.getNameHashesCount());
    int end = count == 0 ? 0 : message.getEnds(count - 1);
    check.equal("end of the last field", message.getFields().size(), Integer.toUnsignedLong(end));
    return new SerializedSchema(message, check);
  }

  /**
   * Serializes a schema.
   *
   * @throws io.albis.format.error.InvalidSchemaException if a field has no id
   */
  public static SerializedSchema of(Schema schema) {
    MetadataProtos.Schema.Builder message = MetadataProtos.Schema.newBuilder();
    ByteString.Output fields = ByteString.newOutput();
    for (Field field : schema.fields()) {
      byte[] bytes = SchemaProtos.toProto(field).toByteArray();
      fields.write(bytes, 0, bytes.length);
      message.addNameHashes(hash(field.name())).addEnds(fields.size());
    }
    SerializedSchema serialized =
        new SerializedSchema(
            message.setFields(fields.toByteString()).build(), new Check("schema", -1));
    serialized.schema = schema;
    return serialized;
  }

  private static int hash(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return Framing.crc(utf8, 0, utf8.length);
  }

  /** Number of top-level fields. */
  public int fieldCount() {
    return message.getEndsCount();
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
    long from = ordinal == 0 ? 0 : Integer.toUnsignedLong(message.getEnds(ordinal - 1));
    long to = Integer.toUnsignedLong(message.getEnds(ordinal));
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
        hash(result.name()) == message.getNameHashes(ordinal),
        "hash of the name of field " + ordinal,
        Integer.toHexString(hash(result.name())) + " of " + result.name(),
        Integer.toHexString(message.getNameHashes(ordinal)));
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
    int found = -1;
    for (int i = 0; i < message.getNameHashesCount(); i++) {
      if (message.getNameHashes(i) == hash && field(i).name().equals(name)) {
        check.that(found < 0, "name of field " + i, "one that no other field has", name);
        found = i;
      }
    }
    return found;
  }

  /**
   * The field at a path, as {@link Schema#find}.
   *
   * @throws CorruptFileException if two top-level fields have the name
   */
  public Optional<Field> find(String path) {
    Field found = topLevel(path);
    return found == null ? Optional.empty() : Schema.of(found).find(path);
  }

  private Field topLevel(String path) {
    int ordinal = ordinal(path);
    if (ordinal < 0) {
      ordinal = ordinal(Schema.namesOf(path).get(0));
    }
    return ordinal < 0 ? null : field(ordinal);
  }

  /**
   * A schema of the top-level fields that paths lead to, in the order of this schema. Nothing else
   * is parsed.
   *
   * @throws UnknownColumnException if there is no field at a path; it names the nearest
   */
  public Schema select(Collection<String> paths) {
    TreeSet<Integer> ordinals = new TreeSet<>();
    for (String path : paths) {
      Optional<Field> found = find(path);
      if (found.isEmpty()) {
        throw new UnknownColumnException(path, schema().paths());
      }
      ordinals.add(ordinal(topLevel(path).name()));
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
      List<Field> fields =
          java.util.stream.IntStream.range(0, fieldCount()).mapToObj(this::field).toList();
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
