// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.writer.TableUpdate;
import java.util.function.Consumer;

/**
 * A change of a table.
 *
 * @param text what it does, for people: a verb and its object
 * @param change makes the change
 */
record Alteration(String text, Consumer<TableUpdate> change) {

  /**
   * Adds this change to an update.
   *
   * @throws io.albis.format.error.AlbisException if the table cannot be changed so
   */
  void applyTo(TableUpdate update) {
    change.accept(update);
  }
}
