// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.arrow;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.writer.BatchColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** Sets a column of a batch, and those below it, from a vector. For one thread. */
public final class ArrowColumn {

  private final Nesting nesting;
  private final String path;
  private final BatchColumn target;
  private final DictionaryProvider dictionaries;
  private final List<ArrowColumn> children = new ArrayList<>();

  /** Null if the column is nested. */
  private final ArrowLeaf leaf;

  /** The decoded values of a dictionary-encoded vector, while they are used; otherwise null. */
  private FieldVector decoded;

  private int[] offsets = {0};

  /** All true. */
  private boolean[] allNull = {};

  /**
   * Prepares a column.
   *
   * @param path of the column, for messages
   */
  public ArrowColumn(Type type, String path, BatchColumn target, DictionaryProvider dictionaries) {
    this.nesting = type.nesting();
    this.path = path;
    this.target = target;
    this.dictionaries = dictionaries;
    this.leaf = nesting == Nesting.NONE ? new ArrowLeaf(type, path, target) : null;
    for (int i = 0; i < type.children().size(); i++) {
      Field child = type.children().get(i);
      children.add(
          new ArrowColumn(child.type(), path + "." + child.name(), target.child(i), dictionaries));
    }
  }

  /**
   * Sets the elements of the next batch; at least one. The vector must stay as it is until the
   * batch ends.
   *
   * @throws InvalidArgumentException if buffers are too short, or a value cannot be represented
   */
  public void set(FieldVector given, int count) {
    FieldVector vector = plain(given, count);
    if (vector instanceof NullVector) {
      if (allNull.length < count) {
        allNull = new boolean[count];
        Arrays.fill(allNull, true);
      }
      target.setNulls(allNull);
      return;
    }
    requireLength(vector.getValueCount(), count, "values");
    if (vector.getNullCount() > 0) {
      long bits = buffer(vector.getValidityBuffer(), (count + 7L) / 8, "validity");
      target.setNullBits(8 * bits, 1, 0, count);
    }
    switch (nesting) {
      case NONE -> leaf.set(vector, count);
      case STRUCT -> {
        List<FieldVector> fields = vector.getChildrenFromFields();
        for (int i = 0; i < children.size(); i++) {
          children.get(i).set(fields.get(i), count);
        }
      }
      case LIST -> setList(vector, count);
      case MAP -> {
        MapVector map = (MapVector) vector;
        int entries = setOffsets(map.getOffsetBuffer(), count);
        List<FieldVector> pair = map.getDataVector().getChildrenFromFields();
        setElements(0, pair.get(0), entries);
        setElements(1, pair.get(1), entries);
      }
    }
  }

  /** The vector that has the values: the storage of an extension type, or decoded. */
  private FieldVector plain(FieldVector given, int count) {
    FieldVector vector = given;
    if (given.getField().getDictionary() != null) {
      FieldVector values = ArrowTypes.dictionary(given.getField(), path, dictionaries).getVector();
      vector = decode((BaseIntVector) given, values, count);
    }
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  private FieldVector decode(BaseIntVector indexes, FieldVector values, int count) {
    requireLength(indexes.getValueCount(), count, "indexes");
    release();
    decoded = values.getField().createVector(values.getAllocator());
    decoded.setInitialCapacity(count);
    decoded.allocateNew();
    for (int i = 0; i < count; i++) {
      if (!indexes.isNull(i)) {
        long index = indexes.getValueAsLong(i);
        if (index < 0 || index >= values.getValueCount()) {
          throw new InvalidArgumentException(
              "Cannot write column "
                  + path
                  + ": index "
                  + index
                  + " is not in its dictionary of "
                  + values.getValueCount()
                  + " values");
        }
        decoded.copyFromSafe((int) index, i, values);
      }
    }
    decoded.setValueCount(count);
    return decoded;
  }

  /** Releases what was decoded for a batch that has ended. */
  public void release() {
    if (decoded != null) {
      decoded.close();
      decoded = null;
    }
    children.forEach(ArrowColumn::release);
  }

  private void requireLength(long found, long expected, String what) {
    requireLength(path, found, expected, what);
  }

  /** Checks that a column has as many of its parts as a batch needs. */
  static void requireLength(String path, long found, long expected, String what) {
    if (found < expected) {
      throw new InvalidArgumentException(
          "Cannot write column "
              + path
              + ": it has "
              + found
              + " "
              + what
              + " (expected "
              + expected
              + ")");
    }
  }

  /** Returns the address of a buffer that has a number of bytes. */
  private long buffer(ArrowBuf buffer, long bytes, String name) {
    requireLength(buffer.capacity(), bytes, "bytes of its " + name);
    return buffer.memoryAddress();
  }

  private void setList(FieldVector vector, int count) {
    if (vector instanceof ListVector list) {
      setElements(0, list.getDataVector(), setOffsets(list.getOffsetBuffer(), count));
    } else if (vector instanceof LargeListVector list) {
      setElements(0, list.getDataVector(), setLargeOffsets(list.getOffsetBuffer(), count));
    } else {
      FixedSizeListVector list = (FixedSizeListVector) vector;
      int size = list.getListSize();
      requireLength(list.getDataVector().getValueCount(), (long) count * size, "elements");
      reserveOffsets(count);
      for (int i = 0; i <= count; i++) {
        offsets[i] = i * size;
      }
      target.setOffsets(offsets);
      setElements(0, list.getDataVector(), offsets[count]);
    }
  }

  private void reserveOffsets(int count) {
    if (offsets.length <= count) {
      offsets = new int[Math.addExact(count, 1)];
    }
  }

  /** Sets offsets where they are, and returns the last one, which the writer checks as well. */
  private int setOffsets(ArrowBuf buffer, int count) {
    target.setOffsets(buffer(buffer, 4 * (count + 1L), "offsets"), count);
    return buffer.getInt(4L * count);
  }

  private int setLargeOffsets(ArrowBuf buffer, int count) {
    buffer(buffer, 8 * (count + 1L), "offsets");
    reserveOffsets(count);
    for (int i = 0; i <= count; i++) {
      long offset = buffer.getLong(8L * i);
      if (offset != (int) offset) {
        throw new InvalidArgumentException(
            "Cannot write column "
                + path
                + ": offset "
                + offset
                + " of a batch (expected at most "
                + Integer.MAX_VALUE
                + ")");
      }
      offsets[i] = (int) offset;
    }
    target.setOffsets(offsets);
    return offsets[count];
  }

  private void setElements(int child, FieldVector vector, int count) {
    if (count > 0) {
      children.get(child).set(vector, count);
    }
  }
}
