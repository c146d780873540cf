// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidSchemaException;
import io.albis.format.error.UnknownColumnException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Changes a schema by the rules of SPEC.md, section 14. Each method returns the update with the
 * change added, and throws immediately if the change is not allowed. Columns are given by path,
 * including fields of structs; columns inside lists and maps cannot be added or dropped.
 */
public final class SchemaUpdate {

  private final Schema schema;
  private final int nextFieldId;

  private SchemaUpdate(Schema schema, int nextFieldId) {
    this.schema = schema;
    this.nextFieldId = nextFieldId;
  }

  /**
   * Creates an update of a schema.
   *
   * @param schema with ids
   * @param nextFieldId greater than every id ever used in the table
   */
  public static SchemaUpdate of(Schema schema, int nextFieldId) {
    if (nextFieldId <= schema.maxFieldId()) {
      throw new InvalidSchemaException(
          "Invalid next field id: "
              + nextFieldId
              + " (expected above "
              + schema.maxFieldId()
              + ")");
    }
    return new SchemaUpdate(schema, nextFieldId);
  }

  /** Returns the schema with all changes. */
  public Schema schema() {
    return schema;
  }

  /** Returns an id greater than all ids used so far, including those of dropped fields. */
  public int nextFieldId() {
    return nextFieldId;
  }

  /**
   * Adds a column after the others and assigns its ids.
   *
   * @throws InvalidSchemaException if the name is taken, or the column is required and has no
   *     default, so that existing rows could not be read
   */
  public SchemaUpdate add(Field field) {
    requireReadable(field, field.name());
    return addWithValues(field);
  }

  /**
   * Adds a column whose values will be written for all existing rows too, so that it may be
   * required without having a default.
   *
   * @throws InvalidSchemaException if the name is taken
   */
  public SchemaUpdate addWithValues(Field field) {
    if (schema.fields().stream().anyMatch(other -> other.name().equals(field.name()))) {
      throw new InvalidSchemaException(
          "Cannot add column " + field.name() + ": a column with this name exists");
    }
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(field.withoutIds());
    Schema changed = Schema.of(fields).withAssignedIds(nextFieldId);
    return new SchemaUpdate(changed, changed.maxFieldId() + 1);
  }

  private static void requireReadable(Field field, String path) {
    if (field.nullable() || field.defaultValue().isPresent()) {
      return;
    }
    if (field.type().nesting() != Nesting.STRUCT) {
      throw new InvalidSchemaException(
          "Cannot add column "
              + path
              + ": it is required and has no default, so existing rows could not be read");
    }
    for (Field child : field.type().children()) {
      requireReadable(child, path + "." + Names.quote(child.name()));
    }
  }

  /**
   * Drops a column, or a field of a struct.
   *
   * @throws UnknownColumnException if there is none
   * @throws InvalidSchemaException if it is inside a list or map, or the last field of its struct
   */
  public SchemaUpdate drop(String path) {
    int id = schema.field(path).id();
    return new SchemaUpdate(Schema.of(without(schema.fields(), id, path)), nextFieldId);
  }

  private static List<Field> without(List<Field> fields, int id, String path) {
    List<Field> kept = new ArrayList<>();
    for (Field field : fields) {
      if (field.id() == id) {
        continue;
      }
      Type type = field.type();
      if (type.nesting() == Nesting.STRUCT) {
        List<Field> children = without(type.children(), id, path);
        if (children.isEmpty()) {
          throw new InvalidSchemaException(
              "Cannot drop column " + path + ": it is the only field of its struct");
        }
        kept.add(Schema.withChildren(field, children));
      } else {
        if (contains(type, id)) {
          throw new InvalidSchemaException(
              "Cannot drop column " + path + ": it is inside a list or map");
        }
        kept.add(field);
      }
    }
    return kept;
  }

  private static boolean contains(Type type, int id) {
    return type.children().stream().anyMatch(f -> f.id() == id || contains(f.type(), id));
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

  /** Makes a column nullable. */
  public SchemaUpdate makeNullable(String path) {
    return change(path, SchemaUpdate::nullable);
  }

  private static Field nullable(Field field) {
    if (field.type().nesting() == Nesting.STRUCT && !field.nullable()) {
      throw new InvalidSchemaException(
          "Cannot make column "
              + field.name()
              + " nullable: it is a struct, and existing rows do not store its nulls");
    }
    return field.asNullable();
  }

  /** Changes the description of a column. */
  public SchemaUpdate describe(String path, String doc) {
    return change(path, field -> field.withDoc(doc));
  }

  /**
   * Widens the type of a column. No data is rewritten.
   *
   * @throws InvalidSchemaException if not all values of the current type fit into the new one, see
   *     {@link Type#canWidenTo}
   */
  public SchemaUpdate widen(String path, Type newType) {
    return change(path, field -> widened(field, newType, path));
  }

  private static Field widened(Field field, Type newType, String path) {
    if (newType.isNested() || !field.type().canWidenTo(newType)) {
      throw new InvalidSchemaException(
          "Cannot change column "
              + path
              + " from "
              + field.type()
              + " to "
              + newType
              + ": types can only be widened to a larger type of the same kind of number");
    }
    byte[] value = field.defaultValue().orElse(null);
    Field changed = field.withType(newType);
    return value == null
        ? changed
        : changed.withDefault(Widening.plainValue(field.type(), newType, value));
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
      throw new InvalidSchemaException(
          "Cannot move column "
              + name
              + " to position "
              + position
              + " (expected 0 to "
              + fields.size()
              + ")");
    }
    fields.add(position, field);
    return new SchemaUpdate(Schema.of(fields), nextFieldId);
  }

  private SchemaUpdate change(String path, UnaryOperator<Field> change) {
    int id = schema.field(path).id();
    return new SchemaUpdate(Schema.of(mapped(schema.fields(), id, change)), nextFieldId);
  }

  private static List<Field> mapped(List<Field> fields, int id, UnaryOperator<Field> change) {
    List<Field> result = new ArrayList<>(fields.size());
    for (Field field : fields) {
      if (field.id() == id) {
        result.add(change.apply(field));
      } else {
        result.add(Schema.withChildren(field, mapped(field.type().children(), id, change)));
      }
    }
    return result;
  }
}
