// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Random changes of a schema at any depth, and of the rows as they are then read. */
final class RandomEvolution {

  /**
   * A field.
   *
   * @param path to name it by
   * @param steps the index among the children of each field on the way to it
   * @param isMember whether it is a column or the field of a struct
   */
  private record Place(String path, Field field, List<Integer> steps, boolean isMember) {}

  private final RandomData data;
  private final Random random;
  private final TableUpdate update;
  private final Supplier<String> names;
  private List<List<Object>> rows;

  /** Gets the additions, too; null for none. */
  private TableWriter.Builder also;

  RandomEvolution(
      RandomData data, TableUpdate update, List<List<Object>> rows, Supplier<String> names) {
    this.data = data;
    this.random = data.random();
    this.update = update;
    this.rows = rows;
    this.names = names;
  }

  /** The rows after all steps. */
  List<List<Object>> rows() {
    return rows;
  }

  private Schema schema() {
    return update.schema();
  }

  /** Makes a change that is possible, and returns what it was. */
  String step() {
    return switch (random.nextInt(10)) {
      case 0 -> drop();
      case 1 -> rename();
      case 2, 3 -> widen();
      case 4 -> makeNullable();
      case 5, 6 -> addField();
      case 7 -> move();
      case 8 -> addComputedColumn();
      default -> addColumn();
    };
  }

  /** Adds a column or field, to the schema of the update and to an append. */
  String addition(TableWriter.Builder append) {
    also = append;
    return random.nextBoolean() ? addField() : addColumn();
  }

  private List<Place> places() {
    List<Place> places = new ArrayList<>();
    collect(schema().fields(), "", List.of(), true, places);
    return places;
  }

  private static void collect(
      List<Field> fields, String prefix, List<Integer> steps, boolean areMembers, List<Place> to) {
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      List<Integer> own = new ArrayList<>(steps);
      own.add(i);
      String path = prefix + field.name();
      to.add(new Place(path, field, own, areMembers));
      collect(field.type().children(), path + ".", own, isStruct(field), to);
    }
  }

  private static boolean isStruct(Field field) {
    return field.type().kind() == TypeKind.STRUCT;
  }

  /** A random place, or null if there is none of this kind. */
  private Place pick(Predicate<Place> kind) {
    List<Place> found = places().stream().filter(kind).toList();
    return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
  }

  /** Drops a column, or a field of a struct. */
  private String drop() {
    Place place = pick(one -> one.isMember() && siblings(one) > 1);
    if (place == null) {
      return "nothing";
    }
    int index = place.steps().get(place.steps().size() - 1);
    map(parent(place), values -> without(values, index));
    update.dropColumn(place.path());
    return "drop " + place.path();
  }

  private static List<Integer> parent(Place place) {
    return place.steps().subList(0, place.steps().size() - 1);
  }

  private int siblings(Place place) {
    List<Field> fields = schema().fields();
    for (int step : parent(place)) {
      fields = fields.get(step).type().children();
    }
    return fields.size();
  }

  private static Object without(Object values, int index) {
    if (values == null) {
      return null;
    }
    List<Object> kept = new ArrayList<>((List<?>) values);
    kept.remove(index);
    return kept;
  }

  private static Object with(Object values, Object added) {
    if (values == null) {
      return null;
    }
    List<Object> more = new ArrayList<>((List<?>) values);
    more.add(added);
    return more;
  }

  private String rename() {
    Place place = pick(Place::isMember);
    String name = names.get();
    update.renameColumn(place.path(), name);
    return "rename " + place.path() + " to " + name;
  }

  private String widen() {
    Place place = pick(one -> wider(one.field().type()) != null);
    if (place == null) {
      return "nothing";
    }
    Type type = wider(place.field().type());
    map(place.steps(), value -> widened(type, value));
    update.widenColumn(place.path(), type);
    return "widen " + place.path() + " to " + type;
  }

  private static Type wider(Type type) {
    return switch (type.kind()) {
      case INT8 -> Type.int16();
      case INT16 -> Type.int32();
      case INT32 -> Type.int64();
      case FLOAT -> Type.float64();
      case DECIMAL ->
          type.precision() == 38
              ? null
              : Type.decimal(Math.min(38, type.precision() + 6), type.scale());
      default -> null;
    };
  }

  private static Object widened(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case INT16 -> ((Number) value).shortValue();
      case INT32 -> ((Number) value).intValue();
      case INT64 -> ((Number) value).longValue();
      case DOUBLE -> (double) (Float) value;
      default -> value;
    };
  }

  private String makeNullable() {
    Place place =
        pick(
            one ->
                !one.field().nullable() && !isStruct(one.field()) && !one.path().endsWith(".key"));
    if (place == null) {
      return "nothing";
    }
    update.makeNullable(place.path());
    return "make nullable " + place.path();
  }

  /**
   * A field that is added, and its value in the rows that were written before.
   *
   * @param value null, a default, or a struct of such values
   */
  private record NewField(Field field, Object value) {}

  private NewField newField(int depth) {
    while (true) {
      Field field = data.field(names.get(), depth);
      if (!field.type().isNested() && random.nextBoolean()) {
        Object value = data.value(field.type());
        return new NewField(field.withInitialDefault(value), value);
      }
      if (field.isReadableWhereMissing()) {
        return new NewField(field, field.nullable() ? null : nulls(field.type()));
      }
    }
  }

  /** A struct whose fields have no defaults. */
  private static List<Object> nulls(Type struct) {
    List<Object> values = new ArrayList<>();
    for (Field field : struct.children()) {
      values.add(field.nullable() ? null : nulls(field.type()));
    }
    return values;
  }

  private String addField() {
    Place struct = pick(one -> isStruct(one.field()));
    if (struct == null) {
      return "nothing";
    }
    NewField added = newField(2);
    map(struct.steps(), values -> with(values, added.value()));
    update.addField(struct.path(), added.field());
    if (also != null) {
      also.addField(struct.path(), added.field());
    }
    return "add " + added.field() + " to " + struct.path();
  }

  private String addColumn() {
    NewField added = newField(3);
    map(List.of(), row -> with(row, added.value()));
    update.addColumn(added.field());
    if (also != null) {
      also.addColumn(added.field());
    }
    return "add " + added.field();
  }

  private String addComputedColumn() {
    Field field = data.field(names.get(), 3);
    List<List<Object>> values = data.rows(Schema.of(field), rows.size());
    List<List<Object>> longer = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      List<Object> row = new ArrayList<>(rows.get(i));
      row.add(values.get(i).get(0));
      longer.add(row);
    }
    update.addColumn(
        field,
        (firstRow, rowCount, column) ->
            RowInput.write(
                column,
                Schema.of(field),
                values.subList((int) firstRow, (int) (firstRow + rowCount))));
    rows = longer;
    return "add " + field + " with values";
  }

  private String move() {
    int from = random.nextInt(schema().fields().size());
    int to = random.nextInt(schema().fields().size());
    map(
        List.of(),
        row -> {
          List<Object> moved = new ArrayList<>((List<?>) row);
          moved.add(to, moved.remove(from));
          return moved;
        });
    String name = schema().fields().get(from).name();
    update.moveColumn(name, to);
    return "move " + name + " to " + to;
  }

  /** Changes all values of a field of the present schema. */
  private void map(List<Integer> steps, UnaryOperator<Object> change) {
    Type row = Type.struct(schema().fields());
    List<List<Object>> changed = new ArrayList<>();
    for (List<Object> values : rows) {
      @SuppressWarnings("unchecked")
      List<Object> mapped = (List<Object>) mapped(row, values, steps, change);
      changed.add(mapped);
    }
    rows = changed;
  }

  private static Object mapped(
      Type type, Object value, List<Integer> steps, UnaryOperator<Object> change) {
    if (steps.isEmpty()) {
      return change.apply(value);
    }
    if (value == null) {
      return null;
    }
    int step = steps.get(0);
    Type child = type.children().get(step).type();
    List<Integer> below = steps.subList(1, steps.size());
    List<Object> copy = new ArrayList<>((List<?>) value);
    switch (type.kind()) {
      case STRUCT -> copy.set(step, mapped(child, copy.get(step), below, change));
      case LIST -> copy.replaceAll(element -> mapped(child, element, below, change));
      case MAP ->
          copy.replaceAll(
              item -> {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
                return step == 0
                    ? RandomData.entry(
                        mapped(child, entry.getKey(), below, change), entry.getValue())
                    : RandomData.entry(
                        entry.getKey(), mapped(child, entry.getValue(), below, change));
              });
      default -> throw new AssertionError(type);
    }
    return copy;
  }
}
