// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.orc;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.writer.BatchColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.orc.TypeDescription;

/** Sets a column of a batch, and those below it, from a vector of ORC. For one thread. */
final class OrcColumn {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final Nesting nesting;
  private final String path;
  private final BatchColumn target;
  private final List<OrcColumn> children = new ArrayList<>();

  /** Null if the column is nested. */
  private final OrcLeaf leaf;

  /** All true. */
  private boolean[] allNull = {};

  private int[] offsets = {0};

  /**
   * Prepares a column.
   *
   * @param stored the type in the file
   * @param path of the column, for messages
   */
  OrcColumn(Type type, TypeDescription stored, String path, BatchColumn target) {
    this.nesting = type.nesting();
    this.path = path;
    this.target = target;
    this.leaf = nesting == Nesting.NONE ? new OrcLeaf(type, stored, path, target) : null;
    for (int i = 0; i < type.children().size(); i++) {
      Field child = type.children().get(i);
      TypeDescription storedChild = stored.getChildren().get(i);
      children.add(
          new OrcColumn(child.type(), storedChild, path + "." + child.name(), target.child(i)));
    }
  }

  /**
   * Sets the elements of the next batch.
   *
   * @param vector is used until the batch ends
   * @throws InvalidArgumentException if the column cannot hold a value
   */
  void set(ColumnVector vector, int count) {
    if (vector.isRepeating && !vector.noNulls && vector.isNull[0]) {
      // ORC's reader leaves everything else of the vector as it was.
      setAllNull(count);
      return;
    }
    switch (nesting) {
      case NONE -> {
        vector.flatten(false, null, count);
        leaf.set(vector, count);
      }
      case STRUCT -> {
        StructColumnVector struct = (StructColumnVector) vector;
        for (int i = 0; i < children.size(); i++) {
          children.get(i).set(struct.fields[i], count);
        }
      }
      case LIST -> {
        ListColumnVector list = (ListColumnVector) vector;
        int elements = setOffsets(list, count);
        setElements(0, list.child, elements);
      }
      case MAP -> {
        MapColumnVector map = (MapColumnVector) vector;
        int entries = setOffsets(map, count);
        setElements(0, map.keys, entries);
        setElements(1, map.values, entries);
      }
    }
    if (!vector.noNulls) {
      target.setNulls(vector.isNull);
    }
  }

  private void setAllNull(int count) {
    if (allNull.length < count) {
      allNull = new boolean[Math.max(count, Math.min(MAX_ARRAY, 2 * allNull.length))];
      Arrays.fill(allNull, true);
    }
    target.setNulls(allNull);
    switch (nesting) {
      case LIST, MAP -> {
        reserveOffsets(count);
        Arrays.fill(offsets, 0, count + 1, 0);
        target.setOffsets(offsets);
      }
      case NONE, STRUCT -> {}
    }
  }

  private void reserveOffsets(int count) {
    if (offsets.length <= count) {
      offsets = new int[Math.max(count + 1, Math.min(MAX_ARRAY, 2 * offsets.length))];
    }
  }

  /** Sets the offsets, and returns the number of elements. The reader stores these one by one. */
  private int setOffsets(MultiValuedColumnVector lists, int count) {
    reserveOffsets(count);
    long end = 0;
    for (int i = 0; i < count; i++) {
      offsets[i] = (int) end;
      if (lists.noNulls || !lists.isNull[i]) {
        if (lists.isRepeating || lists.offsets[i] != end || lists.lengths[i] < 0) {
          throw new InvalidArgumentException(
              "Cannot convert column "
                  + path
                  + ": the elements of its lists do not follow one another");
        }
        end += lists.lengths[i];
        if (end > MAX_ARRAY) {
          throw new InvalidArgumentException(
              "Cannot convert column "
                  + path
                  + ": "
                  + count
                  + " rows have "
                  + end
                  + " elements (expected at most "
                  + MAX_ARRAY
                  + ")");
        }
      }
    }
    offsets[count] = (int) end;
    target.setOffsets(offsets);
    return (int) end;
  }

  private void setElements(int child, ColumnVector vector, int count) {
    if (count > 0) {
      children.get(child).set(vector, count);
    }
  }
}
