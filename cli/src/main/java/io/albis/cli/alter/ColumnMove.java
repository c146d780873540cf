// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.writer.TableUpdate;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** Moves top-level columns. */
final class ColumnMove {

  private ColumnMove() {}

  /**
   * Parses where a column is moved to: {@code first}, {@code last}, {@code after COLUMN} or {@code
   * before COLUMN}.
   *
   * @throws InvalidArgumentException if the text has another form
   */
  static Alteration of(Assignment move) {
    String column = Assignment.unquoted(move.target());
    String[] words = move.value().strip().split("\\s+", 2);
    String neighbour = words.length < 2 ? null : Assignment.unquoted(words[1]);
    ToIntFunction<Schema> position = position(column, words[0], neighbour);
    if (position == null) {
      throw new InvalidArgumentException(
          "Invalid --move-column: '"
              + move.value()
              + "' (expected first, last, after COLUMN or before COLUMN)");
    }
    return new Alteration(
        "move " + column + " " + String.join(" ", words), update -> move(update, column, position));
  }

  private static void move(TableUpdate update, String column, ToIntFunction<Schema> position) {
    update.moveColumn(column, position.applyAsInt(update.schema()));
  }

  /** Returns the new position in a schema, or null if the words have no meaning. */
  private static ToIntFunction<Schema> position(String column, String word, String neighbour) {
    return switch (word.toLowerCase(Locale.ROOT) + (neighbour == null ? "" : " ")) {
      case "first" -> schema -> 0;
      case "last" -> schema -> schema.fields().size() - 1;
      case "after " -> schema -> before(schema, column, neighbour) + 1;
      case "before " -> schema -> before(schema, column, neighbour);
      default -> null;
    };
  }

  /** The position of another column when the moved one has been taken away. */
  private static int before(Schema schema, String column, String neighbour) {
    int ordinal = schema.ordinal(neighbour);
    if (column.equals(neighbour)) {
      throw new InvalidArgumentException(
          "Cannot move column " + column + ": it cannot be its own neighbour");
    }
    return schema.ordinal(column) < ordinal ? ordinal - 1 : ordinal;
  }
}
