// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the columns of an input with those of the table that it is appended to.
 *
 * @param problems why the input does not fit, for people; empty if it fits
 * @param additional fields that the table does not have
 */
public record AppendCheck(List<String> problems, List<NewField> additional) {

  /**
   * A field that a table does not have.
   *
   * @param struct the path of the struct that it belongs to; empty for a column
   * @param field nullable, so that existing rows can be read
   */
  public record NewField(String struct, Field field) {

    /** Returns the path of the field, for people. */
    public String path() {
      return struct.isEmpty() ? field.name() : struct + "." + field.name();
    }

    /** Returns the paths of some fields, for people. */
    public static String paths(List<NewField> fields) {
      return String.join(", ", fields.stream().map(NewField::path).toList());
    }

    /** Returns a schema with the field. */
    public SchemaUpdate addTo(SchemaUpdate update) {
      return struct.isEmpty() ? update.add(field) : update.add(struct, field);
    }

    /** Lets a table that rows are appended to get the field with them. */
    public void addTo(TableWriter.Builder append) {
      if (struct.isEmpty()) {
        append.addColumn(field);
      } else {
        append.addField(struct, field);
      }
    }
  }

  /** Compares. */
  public static AppendCheck of(Schema input, Schema table) {
    AppendCheck check = new AppendCheck(new ArrayList<>(), new ArrayList<>());
    check.structs("", "", input.fields(), table.fields());
    return check;
  }

  /**
   * Compares fields by name.
   *
   * @param struct path of the struct in the table, in the form that the table takes
   * @param prefix the same for people, with a dot; empty for columns
   */
  private void structs(String struct, String prefix, List<Field> inputs, List<Field> fields) {
    for (Field input : inputs) {
      int position = MappedColumn.position(fields, input.name());
      if (position < 0) {
        additional.add(new NewField(struct, input.asNullable()));
      } else {
        field(struct, prefix + input.name(), input, fields.get(position));
      }
    }
    for (Field field : fields) {
      boolean isMissing = MappedColumn.position(inputs, field.name()) < 0;
      if (isMissing && !isWritableWhereMissing(field)) {
        problems.add(
            "column " + prefix + field.name() + " is required, has no default, and is missing");
      }
    }
  }

  private static boolean isWritableWhereMissing(Field field) {
    return field.nullable() || field.writeDefault().isPresent();
  }

  private void field(String struct, String path, Field input, Field field) {
    Type from = input.type();
    Type to = field.type();
    if (from.nesting() != to.nesting() || (to.nesting() == Nesting.NONE && !from.canWidenTo(to))) {
      problems.add("column " + path + " is " + from + " instead of " + to);
      return;
    }
    String inner = (struct.isEmpty() ? "" : struct + ".") + Field.quote(field.name());
    switch (to.nesting()) {
      case NONE -> {
        // Nothing is nested in it.
      }
      case STRUCT -> structs(inner, path + ".", from.children(), to.children());
      case LIST, MAP -> {
        for (int i = 0; i < to.children().size(); i++) {
          Field child = to.children().get(i);
          field(inner, path + "." + child.name(), from.children().get(i), child);
        }
      }
    }
  }
}
