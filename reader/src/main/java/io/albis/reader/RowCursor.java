/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.reader.internal.row.PositionedRowView;
import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.internal.row.RowShape;
import io.albis.reader.internal.row.RowSource;
import io.albis.reader.internal.row.RowViews;

/**
 * Walks through the rows of a scan or split, forwards and once.
 *
 * <pre>{@code
 * try (RowCursor cursor = table.scan().select("id", "price").rows()) {
 *   RowView row = cursor.row();
 *   while (cursor.next()) {
 *     if (!row.isNullAt(1)) {
 *       sum += row.getDouble(1);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Moving on allocates nothing. The cursor owns the memory of the batch at hand, gives it back
 * when it moves to the next one, and the last one when it is closed or at its end. One cursor
 * belongs to one thread at a time; a table can have many.
 */
public final class RowCursor implements AutoCloseable {

  private final RowFields fields;
  private final RowSource source;
  private final RowShape.Builder shapes;
  private final RowAddresses addresses;
  private PositionedRowView view;

  /** Rows of the batch after the one that the view is on, if there is no selection. */
  private int remaining;

  /** Rows of the batch to read, or null; of these, the next one and the end. */
  private int[] selection;

  private int next;
  private int end;

  /** Whether there is a batch of which no row has been read. */
  private boolean started;

  private boolean closed;

  /** A cursor before the first row, which closes {@code source} when it is closed. */
  RowCursor(RowFields fields, RowSource source) {
    this.fields = fields;
    this.source = source;
    this.shapes = fields.shapeBuilder();
    this.addresses = new RowAddresses(fields.leaves().size());
  }

  /**
   * Moves to the next row, which may load the next batch.
   *
   * @return false at the end, also when called again
   * @throws ClosedException if the cursor is closed
   */
  public boolean next() {
    if (remaining > 0) {
      remaining--;
      view.advance();
      return true;
    }
    return nextSelected() || nextBatch();
  }

  private boolean nextSelected() {
    if (next < end) {
      view.moveTo(selection[next++]);
      return true;
    }
    return false;
  }

  private boolean nextBatch() {
    requireOpen("move to the next row");
    while (started || startBatch()) {
      started = false;
      selection = source.selection();
      if (selection != null) {
        next = 0;
        end = source.selectedCount();
        if (nextSelected()) {
          return true;
        }
      } else if (source.rowCount() > 0) {
        remaining = source.rowCount() - 1;
        view.moveTo(0);
        return true;
      }
    }
    return false;
  }

  /** Loads the next batch and puts the view before its first row. */
  private boolean startBatch() {
    next = 0;
    end = 0;
    if (view != null) {
      view.leave();
    }
    if (!source.nextBatch()) {
      return false;
    }
    source.locate(shapes, addresses);
    RowShape shape = shapes.build(view == null ? null : view.shape());
    if (view == null || !shape.equals(view.shape())) {
      PositionedRowView previous = view;
      view = RowViews.of(shape, fields);
      if (previous != null) {
        previous.replaceBy(view);
      }
    }
    view.startBatch(addresses);
    started = true;
    return true;
  }

  /**
   * The view on the row that the cursor stands on; to be read after {@link #next} has returned
   * true.
   *
   * <p>It follows the cursor, so it can be asked for once, before the loop; that loads the first
   * batch. Where a later batch has another layout (the table has been changed since), the cursor
   * goes on with another view: one that was asked for earlier still works, but slower than this.
   *
   * @throws ClosedException if the cursor is closed
   */
  public RowView row() {
    if (view == null) {
      requireOpen("read the row");
      if (!startBatch()) {
        view = RowViews.of(shapes.build(null), fields);
      }
    }
    return view;
  }

  private void requireOpen(String what) {
    if (closed) {
      throw new ClosedException("Cannot " + what + ": the cursor is closed");
    }
  }

  /** Gives the memory back; the views of this cursor cannot be read any more. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      remaining = 0;
      next = 0;
      end = 0;
      started = false;
      if (view != null) {
        view.close("the cursor is closed");
      }
      source.close();
    }
  }
}
