// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.CellText;
import io.albis.cli.output.JsonObjects;
import io.albis.cli.output.RowPrinter;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.format.schema.Field;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.RawText;
import java.util.ArrayList;
import java.util.List;

/** Prints rows of a dataset. */
final class PrintedRows {

  private static final int MAX_SHOWN = 64;

  private final String uri;
  private final List<Field> fields;
  private final InvalidUtf8 invalidUtf8;
  private final RowPrinter printer;

  /**
   * Creates it without rows.
   *
   * @param uri of the dataset, for messages
   * @param fields of the rows
   */
  PrintedRows(String uri, List<Field> fields, InvalidUtf8 invalidUtf8, RowPrinter printer) {
    this.uri = uri;
    this.fields = fields;
    this.invalidUtf8 = invalidUtf8;
    this.printer = printer;
  }

  /**
   * Prints a row.
   *
   * @param row in the form of {@link io.albis.cli.row.RowValues}
   * @return whether to continue: false if the output cannot be written any more
   * @throws CommandFailedException if it has a string that is to be refused
   */
  boolean row(List<Object> row) {
    List<Object> values = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      Field field = fields.get(i);
      Object value = JsonObjects.of(field.type(), row.get(i));
      values.add(
          switch (invalidUtf8) {
            case KEEP -> value;
            case REPLACE -> JsonObjects.withTexts(value, RawText::replaced);
            case REFUSE -> JsonObjects.withTexts(value, text -> valid(field, text));
          });
    }
    return printer.row(values);
  }

  private String valid(Field field, String text) {
    if (RawText.hasRaw(text)) {
      throw new CommandFailedException(
          "Cannot print column "
              + field.name()
              + " of "
              + uri
              + ": a string is not valid UTF-8: "
              + CellText.shortened(RawText.shown(text), MAX_SHOWN)
              + " (--invalid-utf8 replace prints U+FFFD; text and CSV can keep the bytes)");
    }
    return text;
  }

  /** Prints what comes after the rows. */
  void end() {
    printer.end();
  }
}
