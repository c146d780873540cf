// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.internal.metadata.Constraints;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.compat.TableConstraints;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.type.ColumnDefaults;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.write.WriteTarget;
import io.albis.writer.TableUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Changes the columns, properties and constraints of a table, all by one commit. For one statement.
 */
public final class TableAlteration {

  private final String table;
  private final TableUpdate update;

  private TableAlteration(String table, TableUpdate update) {
    this.table = table;
    this.update = update;
  }

  /**
   * Applies the changes of a statement.
   *
   * @param table its name, for messages
   * @throws IllegalArgumentException if tables cannot be changed so; then nothing is changed
   * @throws io.albis.format.error.AlbisException as {@link TableUpdate}
   */
  public static void apply(String table, WriteTarget target, List<TableChange> changes) {
    try (TableUpdate update = target.openUpdate()) {
      TableAlteration alteration = new TableAlteration(table, update);
      changes.forEach(alteration::apply);
      update.commit();
    }
  }

  @SuppressWarnings("deprecation") // what replaces newDefaultValue exists since Spark 4.1
  private void apply(TableChange change) {
    if (change instanceof TableChange.SetProperty property
        && !TableProperties.isOfSpark(property.property())) {
      TableProperties.requireNoConstraint(property.property());
      update.setProperty(property.property(), property.value());
    } else if (change instanceof TableChange.RemoveProperty property) {
      TableProperties.requireNoConstraint(property.property());
      update.dropProperty(property.property());
    } else if (change instanceof TableChange.AddColumn column) {
      add(column);
    } else if (change instanceof TableChange.RenameColumn column) {
      requireUnconstrained("rename", column.fieldNames());
      update.renameColumn(path(column.fieldNames()), column.newName());
    } else if (change instanceof TableChange.UpdateColumnType column) {
      changeType(path(column.fieldNames()), column.newDataType());
    } else if (change instanceof TableChange.UpdateColumnNullability column && column.nullable()) {
      update.makeNullable(path(column.fieldNames()));
    } else if (change instanceof TableChange.UpdateColumnComment column) {
      update.describeColumn(path(column.fieldNames()), column.newComment());
    } else if (change instanceof TableChange.UpdateColumnDefaultValue column) {
      setDefault(path(column.fieldNames()), column.newDefaultValue());
    } else if (change instanceof TableChange.UpdateColumnPosition column) {
      move(column.fieldNames(), column.position());
    } else if (change instanceof TableChange.DeleteColumn column) {
      if (!column.ifExists() || exists(column.fieldNames())) {
        requireUnconstrained("drop", column.fieldNames());
        update.dropColumn(path(column.fieldNames()));
      }
    } else if (Capabilities.CHECKS_CONSTRAINTS && TableConstraints.isChange(change)) {
      changeConstraints(change);
    } else {
      throw new IllegalArgumentException(
          "Cannot alter a table by " + describe(change) + ": Albis has no such change");
    }
  }

  private static String describe(TableChange change) {
    return change instanceof TableChange.SetProperty property
        ? "setting its " + property.property()
        : change.toString();
  }

  private void changeConstraints(TableChange change) {
    Map<String, String> before = Constraints.of(update.properties());
    Map<String, String> after = TableConstraints.changed(table, before, change);
    before.keySet().stream().filter(key -> !after.containsKey(key)).forEach(update::dropProperty);
    after.forEach(
        (key, sql) -> {
          if (!before.containsKey(key)) {
            update.setProperty(key, sql);
          }
        });
    TableConstraints.checkedVersion(change)
        .map(TableVersion::parse)
        .ifPresent(read -> update.requireRowsOf(read.tableId(), read.snapshotId()));
  }

  /** A constraint names its columns, and would not find them any more. */
  private void requireUnconstrained(String verb, String[] names) {
    Map<String, String> constraints = Constraints.of(update.properties());
    if (constraints.isEmpty()) {
      return;
    }
    List<String> columns = update.schema().fields().stream().map(Field::name).toList();
    TableConstraints.using(table, constraints, columns, List.of(names))
        .ifPresent(
            constraint -> {
              throw new IllegalArgumentException(
                  "Cannot "
                      + verb
                      + " column "
                      + path(names)
                      + ": constraint "
                      + constraint
                      + " uses it (drop the constraint first)");
            });
  }

  private void add(TableChange.AddColumn column) {
    String[] names = column.fieldNames();
    Field field = field(names[names.length - 1], column.dataType(), column.isNullable());
    if (column.comment() != null) {
      field = field.withDoc(column.comment());
    }
    if (column.defaultValue() != null) {
      field = withDefault(field, column.defaultValue().getSql(), column.dataType());
    }
    if (names.length == 1) {
      update.addColumn(field);
    } else {
      update.addField(path(Arrays.copyOf(names, names.length - 1)), field);
    }
    if (column.position() != null) {
      move(names, column.position());
    }
  }

  private void changeType(String path, DataType type) {
    Field wider = field("c", type, true);
    if (wider.extension().equals(update.schema().field(path).extension())) {
      update.widenColumn(path, wider.type());
    } else {
      update.lengthenColumn(path, wider.extension());
    }
  }

  /** The rows that exist have the default as well. */
  private static Field withDefault(Field field, String sql, DataType type) {
    return ColumnDefaults.value(sql, type, field)
        .map(value -> field.withInitialDefault(value).withWriteDefault(value))
        .orElse(field);
  }

  /**
   * Sets the default of new rows.
   *
   * @param sql empty for none
   */
  private void setDefault(String path, String sql) {
    Field field = update.schema().field(path);
    Optional<Object> value =
        sql.isEmpty()
            ? Optional.empty()
            : ColumnDefaults.value(sql, SparkTypes.toSpark(field), field);
    if (value.isPresent()) {
      update.setWriteDefault(path, value.get());
    } else {
      update.dropWriteDefault(path);
    }
  }

  /** Returns the type in which values are stored. */
  static Type type(DataType type) {
    return field("c", type, true).type();
  }

  private static Field field(String name, DataType type, boolean isNullable) {
    return AlbisTypes.toAlbis(new StructType().add(name, type, isNullable)).fields().get(0);
  }

  private void move(String[] names, TableChange.ColumnPosition position) {
    if (names.length > 1) {
      throw new IllegalArgumentException(
          "Cannot move " + path(names) + ": fields of structs keep their places");
    }
    int target = 0;
    if (position instanceof TableChange.After after) {
      int before = index(update.schema(), after.column());
      target = index(update.schema(), names[0]) > before ? before + 1 : before;
    }
    update.moveColumn(names[0], target);
  }

  private static int index(Schema schema, String name) {
    return schema.fields().stream().map(Field::name).toList().indexOf(name);
  }

  private boolean exists(String[] names) {
    List<Field> fields = update.schema().fields();
    for (String name : names) {
      Type type =
          fields.stream()
              .filter(field -> field.name().equals(name))
              .map(Field::type)
              .findFirst()
              .orElse(null);
      if (type == null) {
        return false;
      }
      fields = type.children();
    }
    return true;
  }

  /** Returns the path of a column. */
  static String path(String[] names) {
    return Arrays.stream(names).map(Field::quote).collect(Collectors.joining("."));
  }
}
