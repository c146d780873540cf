// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Changes a schema by the rules of SPEC.md, section 16. Each method returns the update with the
 * change added, and throws if the change is not possible. Columns are named by path, also those
 * inside structs, lists and maps. Immutable and thread-safe.
 */
public final class SchemaUpdate {

  private static final String VARCHAR = "varchar";

  private final Schema schema;
  private final int nextId;

  private SchemaUpdate(Schema schema, int nextId) {
    this.schema = schema;
    this.nextId = nextId;
  }

  /**
   * Creates an update of a schema.
   *
   * @param schema with ids
   * @param nextId greater than every id ever used in the table
   */
  public static SchemaUpdate of(Schema schema, int nextId) {
    if (nextId <= schema.maxFieldId()) {
      throw new InvalidArgumentException(
          "Invalid next id: " + nextId + " (expected above " + schema.maxFieldId() + ")");
    }
    return new SchemaUpdate(schema, nextId);
  }

  /** Returns the schema with all changes. */
  public Schema schema() {
    return schema;
  }

  /** Greater than every id used so far, those of dropped fields included. */
  public int nextId() {
    return nextId;
  }

  /**
   * Adds a column after the others and assigns its ids.
   *
   * @throws InvalidArgumentException if the name is taken, or existing rows could not be read,
   *     because the column is required and has no initial default
   */
  public SchemaUpdate add(Field field) {
    requireReadable(field, "");
    return addWithValues(field);
  }

  /**
   * Adds a column whose values are written for all existing rows, too, so that it may be required
   * without an initial default.
   *
   * @throws InvalidArgumentException if the name is taken
   */
  public SchemaUpdate addWithValues(Field field) {
    return with(appended(schema.fields(), field, field.name()));
  }

  /**
   * Adds a field to a struct, after its other fields. The struct may be inside a list or map.
   *
   * @param structPath path of the struct
   * @throws InvalidArgumentException if there is none
   * @throws InvalidArgumentException if it is not a struct, the name is taken, or the field is
   *     required and has no initial default
   */
  public SchemaUpdate add(String structPath, Field field) {
    String path = structPath + "." + FieldNames.quote(field.name());
    Field struct = schema.field(structPath);
    if (struct.type().nesting() != Nesting.STRUCT) {
      throw new InvalidArgumentException(
          "Cannot add column " + path + ": " + structPath + " is of type " + struct.type());
    }
    requireReadable(field, structPath + ".");
    List<Field> children = appended(struct.type().children(), field, path);
    return with(mapped(schema.fields(), struct.id(), old -> Fields.withChildren(old, children)));
  }

  private static List<Field> appended(List<Field> fields, Field field, String path) {
    if (fields.stream().anyMatch(other -> other.name().equals(field.name()))) {
      throw new InvalidArgumentException(
          "Cannot add column " + path + ": there is one of this name");
    }
    field.extension().ifPresent(extension -> extension.requireValidFor(field.type()));
    List<Field> result = new ArrayList<>(fields);
    result.addAll(Schema.of(field).withoutIds().fields());
    return result;
  }

  /**
   * Adds the columns of another schema, and the fields of its structs, that this one does not have.
   * They become nullable and follow the others. Gives a column the type that it has in the other
   * schema if that is wider; otherwise the column keeps its type.
   *
   * @param names by which columns are found: equal if they compare as 0
   */
  public SchemaUpdate merge(Schema other, Comparator<String> names) {
    return with(merged(schema.fields(), other.fields(), names));
  }

  private static List<Field> merged(
      List<Field> fields, List<Field> others, Comparator<String> names) {
    Map<String, Field> byName = new TreeMap<>(names);
    others.forEach(other -> byName.put(other.name(), other));
    List<Field> result = new ArrayList<>();
    for (Field field : fields) {
      Field other = byName.remove(field.name());
      result.add(other == null ? field : merged(field, other, names));
    }
    for (Field other : others) {
      if (byName.remove(other.name()) != null) {
        result = appended(result, other.asNullable(), other.name());
      }
    }
    return result;
  }

  private static Field merged(Field field, Field other, Comparator<String> names) {
    Type type = field.type();
    boolean isLogical = field.extension().isPresent() || other.extension().isPresent();
    if (isLogical || type.nesting() != other.type().nesting()) {
      return field;
    }
    if (!type.isNested()) {
      return type.canWidenTo(other.type()) ? widened(field, other.type(), field.name()) : field;
    }
    if (type.nesting() == Nesting.STRUCT) {
      return Fields.withChildren(field, merged(type.children(), other.type().children(), names));
    }
    List<Field> parts = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      parts.add(merged(type.children().get(i), other.type().children().get(i), names));
    }
    return Fields.withChildren(field, parts);
  }

  private SchemaUpdate with(List<Field> fields) {
    Schema changed = Schema.of(fields).withAssignedIds(nextId);
    return new SchemaUpdate(changed, Math.max(nextId, changed.maxFieldId() + 1));
  }

  private static void requireReadable(Field field, String prefix) {
    String unreadable = Fields.firstUnreadable(field, prefix);
    if (unreadable != null) {
      throw new InvalidArgumentException(
          "Cannot add column "
              + unreadable
              + ": it is required and has no initial default, so existing rows could not be read");
    }
  }

  /**
   * Drops a column, or a field of a struct. The struct may be inside a list or map.
   *
   * @throws InvalidArgumentException if there is none
   * @throws InvalidArgumentException if it is the element of a list, the key or value of a map, or
   *     the last field of its struct
   */
  public SchemaUpdate drop(String path) {
    int id = schema.field(path).id();
    return new SchemaUpdate(Schema.of(without(schema.fields(), id, path)), nextId);
  }

  private static List<Field> without(List<Field> fields, int id, String path) {
    List<Field> kept = new ArrayList<>();
    for (Field field : fields) {
      if (field.id() == id) {
        continue;
      }
      List<Field> children = without(field.type().children(), id, path);
      if (children.size() < field.type().children().size()) {
        if (field.type().nesting() != Nesting.STRUCT) {
          throw new InvalidArgumentException(
              "Cannot drop column " + path + ": it is a part of a list or map");
        }
        if (children.isEmpty()) {
          throw new InvalidArgumentException(
              "Cannot drop column " + path + ": it is the only field of its struct");
        }
      }
      kept.add(Fields.withChildren(field, children));
    }
    return kept;
  }

  /**
   * Renames a column.
   *
   * @param path of the column
   * @param newName its new last name, not a path
   */
  public SchemaUpdate rename(String path, String newName) {
    return change(path, field -> field.withName(newName));
  }

  /**
   * Lets a column be null.
   *
   * @throws InvalidArgumentException if it is a struct, or the key of a map
   */
  public SchemaUpdate makeNullable(String path) {
    return change(path, SchemaUpdate::nullable);
  }

  private static Field nullable(Field field) {
    if (field.type().nesting() == Nesting.STRUCT && !field.nullable()) {
      throw new InvalidArgumentException(
          "Cannot make column "
              + field.name()
              + " nullable: it is a struct, and existing rows do not store whether it is null");
    }
    return field.asNullable();
  }

  /** Changes the description of a column. */
  public SchemaUpdate describe(String path, String doc) {
    return change(path, field -> field.withDoc(doc));
  }

  /**
   * Sets the value that writers store where a row has none. Existing rows do not change.
   *
   * @param value as for {@link Field#withWriteDefault}, or empty for none
   * @throws InvalidArgumentException if it is not a value of the type of the column
   */
  public SchemaUpdate writeDefault(String path, Optional<Object> value) {
    return change(
        path, field -> value.map(field::withWriteDefault).orElseGet(field::withoutWriteDefault));
  }

  /**
   * Sets or removes the logical type of a column. Nothing is rewritten or checked: existing values
   * must satisfy it.
   *
   * @throws InvalidArgumentException if it is not valid for the type of the column
   */
  public SchemaUpdate extension(String path, Optional<Extension> extension) {
    return change(
        path,
        field -> {
          extension.ifPresent(one -> one.requireValidFor(field.type()));
          return extension.map(field::withExtension).orElseGet(field::withoutExtension);
        });
  }

  /**
   * Gives a column a wider type. Nothing is rewritten.
   *
   * @throws InvalidArgumentException if not all values of the current type fit into the new one,
   *     see {@link Type#canWidenTo}
   */
  public SchemaUpdate widen(String path, Type newType) {
    return change(path, field -> widened(field, newType, path));
  }

  private static Field widened(Field field, Type newType, String path) {
    if (newType.isNested() || !field.type().canWidenTo(newType)) {
      throw new InvalidArgumentException(
          "Cannot change column "
              + path
              + " from "
              + field.type()
              + " to "
              + newType
              + ": types can only be widened to a larger type of the same kind of number");
    }
    Field changed = field.withType(newType);
    Optional<byte[]> initial = PlainDefaults.initialOf(field);
    if (initial.isPresent()) {
      changed = PlainDefaults.withInitial(changed, PlainEncoding.widen(newType, initial.get()));
    }
    Optional<byte[]> write = PlainDefaults.writeOf(field);
    if (write.isPresent()) {
      changed = PlainDefaults.withWrite(changed, PlainEncoding.widen(newType, write.get()));
    }
    return changed;
  }

  /**
   * Lets the strings of a {@code char} or {@code varchar} column be longer.
   *
   * @param extension a {@code varchar} of at least the same length, or empty for any strings
   * @throws InvalidArgumentException if the column has other strings, or the extension is another
   *     one
   */
  public SchemaUpdate lengthen(String path, Optional<Extension> extension) {
    return change(path, field -> lengthened(field, extension, path));
  }

  private static Field lengthened(Field field, Optional<Extension> extension, String path) {
    boolean isLonger =
        field.extension().isPresent()
            && isText(field.extension().get())
            && (extension.isEmpty()
                || extension.get().name().equals(VARCHAR)
                    && length(extension.get()) >= length(field.extension().get()));
    if (!isLonger) {
      throw new InvalidArgumentException(
          "Cannot change column "
              + path
              + " from "
              + field.extension().map(Extension::toString).orElse(field.type().toString())
              + " to "
              + extension.map(Extension::toString).orElse(field.type().toString())
              + ": a char or varchar can only become a varchar of at least the same length, or a"
              + " string");
    }
    extension.ifPresent(longer -> longer.requireValidFor(field.type()));
    return extension.map(field::withExtension).orElseGet(field::withoutExtension);
  }

  private static boolean isText(Extension extension) {
    return extension.name().equals("char") || extension.name().equals(VARCHAR);
  }

  private static int length(Extension extension) {
    try {
      return Integer.parseInt(extension.parameters().getOrDefault("length", ""));
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE; // Only a string is known to be as long.
    }
  }

  /**
   * Moves a top-level column.
   *
   * @param name of the column
   * @param position its new position, from 0
   */
  public SchemaUpdate move(String name, int position) {
    List<Field> fields = new ArrayList<>(schema.fields());
    Field field = fields.remove(schema.ordinal(name));
    if (position < 0 || position > fields.size()) {
      throw new InvalidArgumentException(
          "Cannot move column "
              + name
              + " to position "
              + position
              + " (expected 0 to "
              + fields.size()
              + ")");
    }
    fields.add(position, field);
    return new SchemaUpdate(Schema.of(fields), nextId);
  }

  private SchemaUpdate change(String path, UnaryOperator<Field> change) {
    int id = schema.field(path).id();
    return new SchemaUpdate(Schema.of(mapped(schema.fields(), id, change)), nextId);
  }

  private static List<Field> mapped(List<Field> fields, int id, UnaryOperator<Field> change) {
    List<Field> result = new ArrayList<>(fields.size());
    for (Field field : fields) {
      if (field.id() == id) {
        result.add(change.apply(field));
      } else {
        result.add(Fields.withChildren(field, mapped(field.type().children(), id, change)));
      }
    }
    return result;
  }
}
