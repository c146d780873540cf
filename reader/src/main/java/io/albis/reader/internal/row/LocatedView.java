// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import java.util.function.BiConsumer;

/** The view of the rows of a cursor, or of a struct in them: of another class for another shape. */
public final class LocatedView {

  private final RowFields fields;
  private final RowShapeBuilder shapes;
  private final RowAddresses addresses;

  /** Null before the first batch. */
  private PositionedRowView view;

  /** Creates an instance without a view. */
  public LocatedView(RowFields fields) {
    this.fields = fields;
    this.shapes = fields.shapeBuilder();
    this.addresses = new RowAddresses(fields.size());
  }

  /**
   * Starts a batch.
   *
   * @param locator describes the shape and the addresses of the columns
   * @return the view before the first row
   */
  public PositionedRowView startBatch(
      BiConsumer<RowShapeBuilder, RowAddresses> locator, int rowCount) {
    locator.accept(shapes, addresses);
    RowShape shape = shapes.build(view == null ? null : view.shape());
    if (view == null || !shape.equals(view.shape())) {
      PositionedRowView previous = view;
      view = RowViews.of(shape, fields);
      if (previous != null) {
        previous.replaceBy(view);
      }
    }
    view.startBatch(addresses, rowCount);
    return view;
  }
}
