// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Fields and types as messages and back. What comes back has been checked. */
final class SchemaProtos {

  /** Kinds have the same names in messages. */
  private static final Map<MetadataProtos.TypeKind, TypeKind> KINDS =
      Arrays.stream(TypeKind.values())
          .collect(Collectors.toUnmodifiableMap(SchemaProtos::toProto, kind -> kind));

  private SchemaProtos() {}

  /**
   * The message of a field.
   *
   * @throws InvalidArgumentException if it or a field below has no id
   */
  static MetadataProtos.Field toProto(Field field) {
    if (field.id() == 0) {
      throw new InvalidArgumentException("Invalid schema: field " + field.name() + " has no id");
    }
    MetadataProtos.Field.Builder message =
        MetadataProtos.Field.newBuilder()
            .setId(field.id())
            .setName(field.name())
            .setType(toProto(field.type()))
            .setNullable(field.nullable())
            .setDoc(field.doc())
            .putAllMetadata(new TreeMap<>(field.metadata()));
    PlainDefaults.initialOf(field)
        .ifPresent(
            value ->
                message.setHasInitialDefault(true).setInitialDefault(ByteString.copyFrom(value)));
    PlainDefaults.writeOf(field)
        .ifPresent(
            value -> message.setHasWriteDefault(true).setWriteDefault(ByteString.copyFrom(value)));
    field.extension().ifPresent(extension -> message.setExtension(toProto(extension)));
    return message.build();
  }

  private static MetadataProtos.Extension toProto(Extension extension) {
    return MetadataProtos.Extension.newBuilder()
        .setName(extension.name())
        .putAllParameters(new TreeMap<>(extension.parameters()))
        .build();
  }

  /**
   * The message of a type as extents store it: of the fields below, only what readers of an extent
   * need.
   */
  static MetadataProtos.Type toStoredProto(Type type) {
    MetadataProtos.Type.Builder message = parameters(type);
    for (Field child : type.children()) {
      message.addChildren(
          MetadataProtos.Field.newBuilder()
              .setId(child.id())
              .setName(child.name())
              .setType(toStoredProto(child.type()))
              .setNullable(child.nullable()));
    }
    return message.build();
  }

  /** The message of a type; for presence leaves, a struct without children. */
  static MetadataProtos.Type toProto(Type type) {
    MetadataProtos.Type.Builder message = parameters(type);
    type.children().forEach(child -> message.addChildren(toProto(child)));
    return message.build();
  }

  private static MetadataProtos.Type.Builder parameters(Type type) {
    MetadataProtos.Type.Builder message =
        MetadataProtos.Type.newBuilder()
            .setKind(toProto(type.kind()))
            .setPrecision(type.precision())
            .setScale(type.scale())
            .setWithZone(type.withZone())
            .setLength(type.length());
    if (type.unit() != null) {
      message.setUnit(toProto(type.unit()));
    }
    return message;
  }

  /**
   * The top-level field of a message.
   *
   * @throws InvalidArgumentException if it breaks a rule of SPEC.md, section 6
   */
  static Field fromProto(MetadataProtos.Field message) {
    return fromProto(message, 1);
  }

  private static Field fromProto(MetadataProtos.Field message, int depth) {
    if (depth > Schema.MAX_DEPTH) {
      throw new InvalidArgumentException(
          "Invalid field "
              + message.getName()
              + ": nested deeper than "
              + Schema.MAX_DEPTH
              + " levels");
    }
    Type type = fromProto(message.getType(), depth);
    Field field =
        message.getNullable()
            ? Field.nullable(message.getName(), type)
            : Field.required(message.getName(), type);
    field =
        field
            .withId(message.getId())
            .withDoc(message.getDoc())
            .withMetadata(message.getMetadataMap());
    if (message.getHasInitialDefault()) {
      field = PlainDefaults.withInitial(field, message.getInitialDefault().toByteArray());
    }
    if (message.getHasWriteDefault()) {
      field = PlainDefaults.withWrite(field, message.getWriteDefault().toByteArray());
    }
    if ((!message.getHasInitialDefault() && !message.getInitialDefault().isEmpty())
        || (!message.getHasWriteDefault() && !message.getWriteDefault().isEmpty())) {
      throw new InvalidArgumentException(
          "Invalid default of " + message.getName() + ": given but not declared");
    }
    if (message.hasExtension()) {
      MetadataProtos.Extension extension = message.getExtension();
      field = field.withExtension(new Extension(extension.getName(), extension.getParametersMap()));
    }
    return field;
  }

  /**
   * The type of a message.
   *
   * @throws InvalidArgumentException if the kind is unknown or a parameter wrong
   */
  static Type fromProto(MetadataProtos.Type message) {
    return fromProto(message, 1);
  }

  private static Type fromProto(MetadataProtos.Type message, int depth) {
    TypeKind kind = kind(message);
    Type type =
        switch (kind) {
          case BOOLEAN -> Type.bool();
          case INT8 -> Type.int8();
          case INT16 -> Type.int16();
          case INT32 -> Type.int32();
          case INT64 -> Type.int64();
          case FLOAT -> Type.float32();
          case DOUBLE -> Type.float64();
          case DECIMAL -> Type.decimal(message.getPrecision(), message.getScale());
          case DATE -> Type.date();
          case TIME -> Type.time(unit(message));
          case TIMESTAMP ->
              message.getWithZone()
                  ? Type.timestampWithZone(unit(message))
                  : Type.timestamp(unit(message));
          case STRING -> Type.string();
          case BINARY -> Type.binary();
          case FIXED_BINARY -> Type.fixedBinary(message.getLength());
          case UUID -> Type.uuid();
          case YEAR_MONTH_INTERVAL -> Type.yearMonthInterval();
          case DAY_TIME_INTERVAL -> Type.dayTimeInterval();
          case STRUCT -> Type.struct(children(message, depth, -1));
          case LIST -> Type.list(children(message, depth, 1).get(0));
          case MAP -> map(children(message, depth, 2));
        };
    if (!hasParametersOf(message, type)) {
      throw new InvalidArgumentException(
          "Invalid type " + type + ": it has parameters that its kind does not have");
    }
    return type;
  }

  private static boolean hasParametersOf(MetadataProtos.Type message, Type type) {
    int unit = type.unit() == null ? 0 : toProto(type.unit()).getNumber();
    return message.getPrecision() == type.precision()
        && message.getScale() == type.scale()
        && message.getUnitValue() == unit
        && message.getWithZone() == type.withZone()
        && message.getLength() == type.length()
        && message.getChildrenCount() == type.children().size();
  }

  private static Type map(List<Field> children) {
    return Type.map(children.get(0), children.get(1));
  }

  private static List<Field> children(MetadataProtos.Type message, int depth, int expected) {
    if (expected >= 0 && message.getChildrenCount() != expected) {
      throw new InvalidArgumentException(
          "Invalid type "
              + message.getKind()
              + ": "
              + message.getChildrenCount()
              + " children (expected "
              + expected
              + ")");
    }
    List<Field> children = new ArrayList<>(message.getChildrenCount());
    for (MetadataProtos.Field child : message.getChildrenList()) {
      children.add(fromProto(child, depth + 1));
    }
    return children;
  }

  private static MetadataProtos.TypeKind toProto(TypeKind kind) {
    return MetadataProtos.TypeKind.valueOf(kind.name());
  }

  private static TypeKind kind(MetadataProtos.Type message) {
    TypeKind kind = KINDS.get(message.getKind());
    if (kind == null) {
      throw new InvalidArgumentException("Invalid type: unknown kind " + message.getKindValue());
    }
    return kind;
  }

  private static MetadataProtos.TimeUnit toProto(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> MetadataProtos.TimeUnit.MILLIS;
      case MICROS -> MetadataProtos.TimeUnit.MICROS;
      case NANOS -> MetadataProtos.TimeUnit.NANOS;
    };
  }

  private static TimeUnit unit(MetadataProtos.Type message) {
    return switch (message.getUnit()) {
      case MILLIS -> TimeUnit.MILLIS;
      case MICROS -> TimeUnit.MICROS;
      case NANOS -> TimeUnit.NANOS;
      case TIME_UNIT_UNSPECIFIED, UNRECOGNIZED ->
          throw new InvalidArgumentException(
              "Invalid type " + message.getKind() + ": unknown unit " + message.getUnitValue());
    };
  }
}
