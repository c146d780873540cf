// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.List;

/**
 * A section of the page.
 *
 * @param id its anchor
 * @param title its heading
 * @param text the introduction
 * @param figures charts; may be empty
 * @param tables figures without a chart; may be empty
 * @param folded tables that are collapsed initially; may be empty
 */
record Section(
    String id,
    String title,
    String text,
    List<Figure> figures,
    List<DataTable> tables,
    List<DataTable> folded) {

  Section(String id, String title, String text, List<Figure> figures, List<DataTable> tables) {
    this(id, title, text, figures, tables, List.of());
  }

  boolean isEmpty() {
    return figures.isEmpty() && tables.isEmpty();
  }
}
