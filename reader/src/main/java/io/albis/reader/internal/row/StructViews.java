// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import java.util.Arrays;

/** The views of the structs in a row by ordinal, each created when it is first asked for. */
final class StructViews {

  private final RowFields fields;
  private final LocatedView[] located;
  private final RowLocator[] locators;

  /** Null before a struct is asked for in the current batch. */
  private final PositionedRowView[] current;

  StructViews(RowFields fields) {
    this.fields = fields;
    this.located = new LocatedView[fields.size()];
    this.locators = new RowLocator[fields.size()];
    this.current = new PositionedRowView[fields.size()];
  }

  /** Forgets the batch before; its views have been left. */
  void startBatch() {
    Arrays.fill(current, null);
  }

  /**
   * Returns the view of a struct in the current batch; null for one that is not started, and for
   * any ordinal that is none of a struct.
   */
  PositionedRowView get(int ordinal) {
    return ordinal >= 0 && ordinal < current.length ? current[ordinal] : null;
  }

  /** Starts the view of a struct in the current batch. */
  PositionedRowView start(int ordinal, RowAddresses addresses, int rowCount) {
    if (located[ordinal] == null) {
      located[ordinal] = new LocatedView(fields.struct(ordinal));
      locators[ordinal] = addresses.columns[ordinal].fields();
    }
    current[ordinal] = located[ordinal].startBatch(locators[ordinal]::locate, rowCount);
    return current[ordinal];
  }

  void leave() {
    for (PositionedRowView view : current) {
      if (view != null) {
        view.leave();
      }
    }
  }

  void close(String reason) {
    for (PositionedRowView view : current) {
      if (view != null) {
        view.close(reason);
      }
    }
  }
}
