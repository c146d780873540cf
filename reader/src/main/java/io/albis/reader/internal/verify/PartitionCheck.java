// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TransformKind;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.plan.ScanPlan;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Whether the rows of a row group have the values of its partition. */
final class PartitionCheck extends RowVerifier.RowCheck {

  private final PartitionSpec spec;
  private final PartitionTuple partition;
  private final Schema schema;

  /**
   * Creates a check.
   *
   * @param partition with values in the widths of the present types
   */
  PartitionCheck(PartitionSpec spec, PartitionTuple partition, Schema schema) {
    this.spec = spec;
    this.partition = partition;
    this.schema = schema;
  }

  private boolean isKnown(PartitionField field) {
    return field.transform().kind() != TransformKind.UNKNOWN
        && schema.hasLeaf(field.sourceId())
        && field.transform().accepts(schema.leaf(field.sourceId()).type());
  }

  @Override
  Set<Integer> leafIds() {
    Set<Integer> ids = new HashSet<>();
    spec.fields().stream().filter(this::isKnown).forEach(field -> ids.add(field.sourceId()));
    return ids;
  }

  @Override
  boolean fails(
      ScanPlan plan,
      List<ColumnVector> vectors,
      long firstRow,
      RowVerifier.Rows of,
      Problems problems) {
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (!isKnown(field)) {
        continue;
      }
      BoundTransform transform =
          new BoundTransform(field.transform(), schema.leaf(field.sourceId()).type());
      Comparator<byte[]> order = PlainEncoding.comparator(transform.result());
      ColumnVector vector = vectors.get(ordinal(plan, field.sourceId()));
      byte[] expected = partition.value(i);
      for (int row = 0; row < vector.rowCount(); row++) {
        byte[] found = transform.apply(VectorValues.plain(vector, row));
        boolean isSame =
            expected == null || found == null
                ? expected == found
                : order.compare(expected, found) == 0;
        if (!isSame) {
          problems.add(
              of.file(),
              -1,
              schema.leaf(field.sourceId()).path(),
              "partition value " + field.name() + " of " + of.name(firstRow + row),
              text(expected),
              text(found));
          return true;
        }
      }
    }
    return false;
  }

  private static String text(byte[] value) {
    return value == null ? "null" : "0x" + HexFormat.of().formatHex(value);
  }
}
