// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.writer.TableUpdate;
import java.util.List;
import picocli.CommandLine.Option;

/** One option that stands for a change: exactly one field is set. */
final class ChangeOption {

  @Option(
      names = "--add-column",
      paramLabel = "COLUMN=TYPE [required] [default VALUE]",
      description =
          "Add a column behind the others, or a field to a struct. Existing rows have the default,"
              + " or null. Such as: 'note=string' or 'place.floor=int32 required default 0'.")
  private String addColumn;

  @Option(names = "--drop-column", paramLabel = "COLUMN", description = "Drop a column.")
  private String dropColumn;

  @Option(
      names = "--rename-column",
      paramLabel = "COLUMN=NAME",
      description = "Rename a column; NAME is its last name, without the path.")
  private String renameColumn;

  @Option(
      names = "--move-column",
      paramLabel = "COLUMN=POSITION",
      description = "Move a top-level column: first, last, 'after COLUMN' or 'before COLUMN'.")
  private String moveColumn;

  @Option(
      names = "--type",
      paramLabel = "COLUMN=TYPE",
      description =
          "Widen a column: to a longer integer, from float to double, or to a decimal of higher"
              + " precision.")
  private String type;

  @Option(
      names = "--drop-not-null",
      paramLabel = "COLUMN",
      description = "Make a required column nullable.")
  private String dropNotNull;

  @Option(
      names = "--set-default",
      paramLabel = "COLUMN=VALUE",
      description = "Set the value of new rows that give none. Existing rows do not change.")
  private String setDefault;

  @Option(
      names = "--drop-default",
      paramLabel = "COLUMN",
      description = "Remove the default of new rows.")
  private String dropDefault;

  @Option(
      names = "--comment",
      paramLabel = "COLUMN=TEXT",
      description = "Set the description of a column; an empty one removes it.")
  private String comment;

  @Option(
      names = "--set-property",
      paramLabel = "KEY=VALUE",
      description = "Set a property of the table.")
  private String setProperty;

  /**
   * Returns the change.
   *
   * @throws InvalidArgumentException if the value of the option has another form
   */
  Alteration change() {
    if (addColumn != null) {
      return add();
    }
    if (dropColumn != null) {
      return new Alteration("drop " + dropColumn, update -> update.dropColumn(dropColumn));
    }
    if (renameColumn != null) {
      Assignment to = Assignment.parse("--rename-column", renameColumn);
      String name = Assignment.unquoted(to.value());
      return new Alteration(
          "rename " + to.target() + " to " + name,
          update -> update.renameColumn(to.target(), name));
    }
    if (moveColumn != null) {
      return ColumnMove.of(Assignment.parse("--move-column", moveColumn));
    }
    if (type != null) {
      Assignment to = Assignment.parse("--type", type);
      Type wider = Type.parse(to.value());
      return new Alteration(
          "widen " + to.target() + " to " + wider,
          update -> update.widenColumn(to.target(), wider));
    }
    if (dropNotNull != null) {
      return new Alteration(
          "make " + dropNotNull + " nullable", update -> update.makeNullable(dropNotNull));
    }
    if (dropDefault != null) {
      return new Alteration(
          "remove the default of " + dropDefault, update -> update.dropWriteDefault(dropDefault));
    }
    return assigned();
  }

  private Alteration assigned() {
    if (setDefault != null) {
      Assignment to = Assignment.parse("--set-default", setDefault);
      return new Alteration(
          "set the default of " + to.target() + " to '" + to.value() + "'",
          update -> setDefault(update, to));
    }
    if (comment != null) {
      Assignment to = Assignment.parse("--comment", comment);
      return new Alteration(
          "describe " + to.target() + " as '" + to.value() + "'",
          update -> update.describeColumn(to.target(), to.value()));
    }
    Assignment to = Assignment.parse("--set-property", setProperty);
    if (to.target().startsWith("albis.")) {
      throw new InvalidArgumentException(
          "Invalid --set-property: " + to.target() + " (keys that start with albis. are reserved)");
    }
    return new Alteration(
        "set property " + to.target() + " to '" + to.value() + "'",
        update -> update.setProperty(to.target(), to.value()));
  }

  private Alteration add() {
    Assignment added = Assignment.parse("--add-column", addColumn);
    List<String> split = Assignment.splitLast(added.target());
    Field field = NewField.parse(split.get(1), added.value());
    String struct = split.get(0);
    return struct.isEmpty()
        ? new Alteration("add " + field, update -> update.addColumn(field))
        : new Alteration("add " + struct + "." + field, update -> update.addField(struct, field));
  }

  private static void setDefault(TableUpdate update, Assignment to) {
    Type columnType = update.schema().field(to.target()).type();
    update.setWriteDefault(to.target(), DefaultValue.of(to.target(), columnType, to.value()));
  }
}
