// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import io.albis.format.internal.schema.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** The columns of a table, in order. */
public final class Schema {

  /** The maximum number of leaves. */
  public static final int MAX_LEAVES = 100_000;

  /** The greatest depth of nesting; a top-level column has depth 1. */
  public static final int MAX_DEPTH = 40;

  private final List<Field> fields;
  private final List<Leaf> leaves;
  private final Map<String, Integer> ordinals;
  private final Map<Integer, Leaf> leavesById;
  private final int maxFieldId;

  private Schema(List<Field> fields) {
    this.fields = List.copyOf(fields);
    FieldNames.requireUnique(this.fields, "schema");
    Set<Integer> ids = new HashSet<>();
    this.maxFieldId = checkFields(this.fields, 1, ids);
    this.leaves = Leaves.of(this.fields);
    this.ordinals = new HashMap<>();
    for (Field field : this.fields) {
      ordinals.put(field.name(), ordinals.size());
    }
    this.leavesById = new HashMap<>();
    for (Leaf leaf : leaves) {
      leavesById.put(leaf.id(), leaf);
    }
  }

  /**
   * Creates a schema with these fields.
   *
   * @throws InvalidArgumentException if two have the same name or id, or a limit of SPEC.md,
   *     section 20, is passed
   */
  public static Schema of(List<Field> fields) {
    return new Schema(fields);
  }

  /** Like {@link #of(List)}. */
  public static Schema of(Field... fields) {
    return new Schema(List.of(fields));
  }

  private static int checkFields(List<Field> fields, int depth, Set<Integer> ids) {
    int max = 0;
    for (Field field : fields) {
      if (depth > MAX_DEPTH) {
        throw new InvalidArgumentException(
            "Invalid schema: " + field.name() + " is nested deeper than " + MAX_DEPTH + " levels");
      }
      if (field.id() != 0 && !ids.add(field.id())) {
        throw new InvalidArgumentException(
            "Invalid schema: field id " + field.id() + " is used twice, also by " + field.name());
      }
      max = Math.max(max, field.id());
      max = Math.max(max, checkFields(field.type().children(), depth + 1, ids));
    }
    return max;
  }

  /** The top-level fields. */
  public List<Field> fields() {
    return fields;
  }

  /**
   * The field at a path, such as {@code a}, {@code a.b} or {@code `a.b`.c}. The element of a list
   * is named by its field's name, as are key and value of a map. A top-level name that matches
   * exactly takes precedence over a path.
   *
   * @throws InvalidArgumentException if there is none; the message suggests the most similar path
   */
  public Field field(String path) {
    return find(path).orElseThrow(() -> InvalidArgumentException.unknownColumn(path, paths()));
  }

  /** Like {@link #field(String)}, but empty if there is none. */
  public Optional<Field> find(String path) {
    Integer exact = ordinals.get(path);
    if (exact != null) {
      return Optional.of(fields.get(exact));
    }
    Field found = null;
    for (String name : FieldNames.split(path)) {
      if (found == null) {
        Integer ordinal = ordinals.get(name);
        found = ordinal == null ? null : fields.get(ordinal);
      } else {
        found = child(found, name);
      }
      if (found == null) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(found);
  }

  private static Field child(Field parent, String name) {
    for (Field child : parent.type().children()) {
      if (child.name().equals(name)) {
        return child;
      }
    }
    return null;
  }

  /**
   * The names of which a path consists, as {@link #find} takes it apart. A path that is malformed
   * counts as one name.
   */
  public static List<String> namesOf(String path) {
    return FieldNames.split(path);
  }

  /**
   * The part of this schema that a set of leaves covers: fields of which no leaf is in the set are
   * left out, at the top and in structs. A nullable struct whose presence leaf is not in the set
   * becomes required, and its fields nullable. This is the schema of a data file that holds these
   * leaves (SPEC.md, section 9).
   *
   * @param isStored whether the leaf of a field id is in the set
   */
  public Schema withLeaves(IntPredicate isStored) {
    return new Schema(withLeaves(fields, false, isStored));
  }

  private static List<Field> withLeaves(
      List<Field> fields, boolean makeNullable, IntPredicate isStored) {
    List<Field> kept = new ArrayList<>();
    for (Field field : fields) {
      Field part = makeNullable ? field.asNullable() : field;
      if (field.type().nesting() != Nesting.STRUCT) {
        if (isStored.test(field.id())) {
          kept.add(part);
        }
        continue;
      }
      boolean hasPresence = part.nullable() && field.nullable() && isStored.test(field.id());
      boolean below = part.nullable() && !hasPresence;
      List<Field> children = withLeaves(field.type().children(), below, isStored);
      if (!children.isEmpty()) {
        kept.add(Fields.withChildren(hasPresence ? part : part.asRequired(), children));
      }
    }
    return kept;
  }

  /** The paths of all fields at every depth. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    addPaths("", fields, paths);
    return paths;
  }

  private static void addPaths(String prefix, List<Field> fields, List<String> paths) {
    for (Field field : fields) {
      String path = prefix + FieldNames.quote(field.name());
      paths.add(path);
      addPaths(path + ".", field.type().children(), paths);
    }
  }

  /**
   * Position of a top-level field.
   *
   * @throws InvalidArgumentException if no field has that name
   */
  public int ordinal(String name) {
    Integer ordinal = ordinals.get(name);
    if (ordinal == null) {
      throw InvalidArgumentException.unknownColumn(name, fields.stream().map(Field::name).toList());
    }
    return ordinal;
  }

  /** All leaves, including presence leaves, in the order of SPEC.md, section 6. */
  public List<Leaf> leaves() {
    return leaves;
  }

  /**
   * The leaf with a field id.
   *
   * @throws IllegalArgumentException if no leaf has it
   */
  public Leaf leaf(int fieldId) {
    Leaf leaf = leavesById.get(fieldId);
    if (leaf == null) {
      throw new IllegalArgumentException("No leaf has the field id " + fieldId);
    }
    return leaf;
  }

  /** Whether a leaf has this field id. */
  public boolean hasLeaf(int fieldId) {
    return leavesById.containsKey(fieldId);
  }

  /**
   * The field of an id, at any depth.
   *
   * @throws IllegalArgumentException if no field has it
   */
  public Field fieldOf(int fieldId) {
    Field found = fieldOf(fields, fieldId);
    if (found == null) {
      throw new IllegalArgumentException("No field has the id " + fieldId);
    }
    return found;
  }

  private static Field fieldOf(List<Field> fields, int fieldId) {
    for (Field field : fields) {
      if (field.id() == fieldId) {
        return field;
      }
      Field below = fieldOf(field.type().children(), fieldId);
      if (below != null) {
        return below;
      }
    }
    return null;
  }

  /** The greatest field id, 0 if there is none. */
  public int maxFieldId() {
    return maxFieldId;
  }

  /**
   * Assigns ids to all fields without one, in depth-first order from {@link #maxFieldId} + 1, and
   * returns the new schema.
   */
  public Schema withAssignedIds() {
    return withAssignedIds(maxFieldId + 1);
  }

  /** Like {@link #withAssignedIds()}, starting at the given id. */
  public Schema withAssignedIds(int firstId) {
    int[] next = {firstId};
    return new Schema(mapIds(fields, id -> id != 0 ? id : next[0]++));
  }

  /** Returns the schema without field ids. */
  public Schema withoutIds() {
    return new Schema(fields.stream().map(Field::withoutIds).toList());
  }

  private static List<Field> mapIds(List<Field> fields, IntUnaryOperator ids) {
    List<Field> mapped = new ArrayList<>(fields.size());
    for (Field field : fields) {
      Field numbered = field.withId(ids.applyAsInt(field.id()));
      mapped.add(Fields.withChildren(numbered, mapIds(field.type().children(), ids)));
    }
    return mapped;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Schema other && fields.equals(other.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /** One field per line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Field field : fields) {
      text.append(field).append('\n');
    }
    return text.toString();
  }
}
