// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.cli.convert.batch.BatchValues;
import io.albis.cli.convert.text.TextBatch;
import io.albis.cli.convert.text.TextValues;
import io.albis.format.error.InvalidSchemaException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;

/** The value of a default that is given as text. */
final class DefaultValue {

  private DefaultValue() {}

  /**
   * Parses a value as it is written in CSV.
   *
   * @param column the column, for the message
   * @throws InvalidSchemaException if the text is not a value of the type
   */
  static Object of(String column, Type type, String text) {
    Object[] value = new Object[1];
    Schema schema = Schema.of(Field.nullable("value", type));
    BatchValues values =
        new BatchValues(schema, (columns, rows) -> value[0] = columns.get(0).object(0));
    TextBatch batch = new TextBatch(schema, values, rows -> {});
    try {
      new TextValues().add(type, text.toCharArray(), 0, text.length(), batch.column(0));
    } catch (IllegalArgumentException e) {
      throw new InvalidSchemaException(
          "Invalid default of " + column + ": '" + text + "' (expected " + type + ")");
    }
    batch.endRow();
    batch.flush();
    return value[0];
  }
}
