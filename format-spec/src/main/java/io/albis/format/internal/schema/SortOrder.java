// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An order of the rows of a row group. Row <i>i</i> of a row group in this order does not come
 * after row <i>i + 1</i>; rows that {@link #comparator} takes as equal may be in any order. Nothing
 * is said about the rows of different row groups.
 *
 * @param id from 1, unique among the orders of the table; 0 means not ordered
 * @param fields at least one; the first decides, the others where those before are equal
 */
public record SortOrder(int id, List<SortField> fields) {

  /**
   * Copies the list.
   *
   * @throws InvalidArgumentException if the id is not positive, there is no field, or a leaf is
   *     named twice
   */
  public SortOrder {
    fields = List.copyOf(fields);
    if (id < 1 || fields.isEmpty()) {
      throw new InvalidArgumentException(
          "Invalid sort order: id " + id + ", " + fields.size() + " fields (expected at least 1)");
    }
    Set<Integer> seen = new HashSet<>();
    for (SortField field : fields) {
      if (field.leafId() < 1 || !seen.add(field.leafId())) {
        throw new InvalidArgumentException(
            "Invalid sort order " + id + ": leaf " + field.leafId() + " (expected once, from 1)");
      }
    }
  }

  /**
   * Requires that rows of a schema can be sorted so.
   *
   * @throws InvalidArgumentException if there is no such leaf, or its values have no order
   */
  public void requireValidFor(Schema schema) {
    for (SortField field : fields) {
      if (!schema.hasLeaf(field.leafId())
          || ValueOrder.of(schema.leaf(field.leafId()).type()) == ValueOrder.NONE) {
        throw new InvalidArgumentException(
            "Invalid sort order " + id + ": field " + field.leafId() + " has no order");
      }
    }
  }

  /**
   * Compares rows, given as the values of the fields of this order in plain encoding, null for
   * null. Values compare as {@link PlainEncoding#comparator} says, and the result is turned round
   * for descending fields: NaN then comes first. Nulls equal each other. Where a struct is null,
   * its fields are null.
   *
   * @throws InvalidArgumentException if the order is not valid for the schema
   */
  public Comparator<byte[][]> comparator(Schema schema) {
    requireValidFor(schema);
    List<Comparator<byte[]>> comparators = new ArrayList<>();
    for (SortField field : fields) {
      Comparator<byte[]> values = PlainEncoding.comparator(schema.leaf(field.leafId()).type());
      Comparator<byte[]> directed = field.descending() ? values.reversed() : values;
      comparators.add(
          field.nullsLast() ? Comparator.nullsLast(directed) : Comparator.nullsFirst(directed));
    }
    return (a, b) -> {
      for (int i = 0; i < comparators.size(); i++) {
        int result = comparators.get(i).compare(a[i], b[i]);
        if (result != 0) {
          return result;
        }
      }
      return 0;
    };
  }

  /** The columns by which rows are sorted, with their paths; of a dropped column, its id. */
  public List<SortColumn> columns(Schema schema) {
    return fields.stream()
        .map(
            field ->
                new SortColumn(
                    PartitionSpec.pathOf(field.leafId(), schema),
                    field.descending(),
                    field.nullsLast()))
        .toList();
  }
}
