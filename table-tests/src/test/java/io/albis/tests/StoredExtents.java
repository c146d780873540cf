// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import java.util.List;

/** Where the extents of a table lie, for tests that inspect or damage them. */
final class StoredExtents {

  private StoredExtents() {}

  /** All extents, in the order of their row groups. */
  static List<ExtentLayout> of(String uri) {
    try (Table table = Table.open(uri)) {
      return table.layout().rowGroups().stream()
          .flatMap(rowGroup -> rowGroup.extents().stream())
          .toList();
    }
  }

  /** The extents of a column group, one for each row group that has one. */
  static List<ExtentLayout> of(String uri, int columnGroupId) {
    return of(uri).stream().filter(extent -> extent.columnGroupId() == columnGroupId).toList();
  }
}
