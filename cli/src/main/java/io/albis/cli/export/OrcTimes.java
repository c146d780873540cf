// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.convert.orc.OrcLogicalTypes;
import io.albis.cli.row.RowColumn;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.orc.TypeDescription;

/** Converts times of day to the unit of the integers that ORC holds. */
final class OrcTimes {

  private final String path;
  private final TimeUnit unit;
  private final long factor;

  private OrcTimes(String path, TimeUnit unit, long factor) {
    this.path = path;
    this.unit = unit;
    this.factor = factor;
  }

  /** Returns the converter of a column; null if it has no times. */
  static OrcTimes of(RowColumn node, TypeDescription target) {
    if (node.field().type().kind() != TypeKind.TIME) {
      return null;
    }
    TimeUnit unit = node.field().type().unit();
    TimeUnit stored = OrcLogicalTypes.unitOfTimes(target);
    return new OrcTimes(node.path(), unit, stored.perSecond() / unit.perSecond());
  }

  /**
   * Sets the first rows of a vector whose nulls are set.
   *
   * @throws InvalidArgumentException if ORC cannot represent a value
   */
  void set(ColumnVector source, int start, int count, LongColumnVector target) {
    for (int i = 0; i < count; i++) {
      long value = source.getLong(start + i);
      long stored = value * factor;
      // Values outside of a day are permitted.
      if (Math.multiplyHigh(value, factor) != stored >> Long.SIZE - 1 && !target.isNull[i]) {
        throw new InvalidArgumentException(
            "Cannot export column "
                + path
                + ": ORC cannot hold the time "
                + value
                + " (in "
                + unit
                + ")");
      }
      target.vector[i] = stored;
    }
  }
}
