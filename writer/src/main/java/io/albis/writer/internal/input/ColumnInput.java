// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.input;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.BatchColumn;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.value.Utf8;
import java.util.ArrayList;
import java.util.List;

/** What was set of one column, and of the columns below it, for the next batch. For one thread. */
public final class ColumnInput implements BatchColumn {

  private final Type type;
  private final String path;
  private final WriterOwner owner;
  private final byte setter;
  private final List<ColumnInput> children = new ArrayList<>();
  private final NullInput nulls = new NullInput();

  /** Values of fixed width; null of other types. */
  private final FixedInput fixed;

  /** Offsets of strings, binaries, lists and maps. */
  private final OffsetInput offsets;

  /** Strings, if they were set as such; otherwise null. */
  private String[] strings;

  /** Bytes of strings and binaries: an array, or an address. */
  private byte[] data;

  private long dataAddress;
  private long dataLength;

  /** Starts with nothing set, for a field and its children. */
  public ColumnInput(Field field, String path, WriterOwner owner) {
    this.type = field.type();
    this.path = path;
    this.owner = owner;
    this.setter = SetterCode.of(type);
    boolean hasOffsets = type.isVariableLength() || isListOrMap();
    this.offsets = hasOffsets ? new OffsetInput(path) : null;
    this.fixed = hasOffsets || type.isNested() ? null : new FixedInput(type, path);
    for (Field child : type.children()) {
      children.add(new ColumnInput(child, path + "." + child.name(), owner));
    }
  }

  private boolean isListOrMap() {
    return switch (type.nesting()) {
      case LIST, MAP -> true;
      case NONE, STRUCT -> false;
    };
  }

  /** The path of names, for messages. */
  public String path() {
    return path;
  }

  @Override
  public ColumnInput child(int index) {
    return children.get(index);
  }

  // ------------------------------------------------------------------ setters

  private void require(boolean matches, String name) {
    owner.require();
    if (!matches) {
      throw SetterCode.mismatch(name, path, type);
    }
  }

  private FixedInput fixed(byte code, String name) {
    require(setter == code, name);
    return fixed;
  }

  @Override
  public void setNulls(boolean[] flags) {
    owner.require();
    nulls.set(flags);
  }

  @Override
  public void setNullBits(long bitAddress, long step, int nullBit, int count) {
    owner.require();
    nulls.set(bitAddress, step, nullBit, count);
  }

  @Override
  public void setBooleans(boolean[] values) {
    fixed(SetterCode.BOOLEAN, "setBooleans").set(values);
  }

  @Override
  public void setBits(long bitAddress, long step, int count) {
    fixed(SetterCode.BOOLEAN, "setBits").setBits(bitAddress, step, count);
  }

  @Override
  public void setBytes(byte[] values) {
    fixed(SetterCode.BYTE, "setBytes").set(values, 1);
  }

  @Override
  public void setShorts(short[] values) {
    fixed(SetterCode.SHORT, "setShorts").set(values);
  }

  @Override
  public void setInts(int[] values) {
    fixed(SetterCode.INT, "setInts").set(values);
  }

  @Override
  public void setLongs(long[] values) {
    require(setter == SetterCode.LONG || setter == SetterCode.TIME, "setLongs");
    fixed.set(values);
  }

  @Override
  public void setFloats(float[] values) {
    fixed(SetterCode.FLOAT, "setFloats").set(values);
  }

  @Override
  public void setDoubles(double[] values) {
    fixed(SetterCode.DOUBLE, "setDoubles").set(values);
  }

  @Override
  public void setUnscaledDecimals(long[] values) {
    fixed(SetterCode.DECIMAL, "setUnscaledDecimals").setUnscaled(values);
  }

  @Override
  public void setUnscaledDecimals(int[] values) {
    fixed(SetterCode.DECIMAL, "setUnscaledDecimals").setUnscaled(values);
  }

  @Override
  public void setFixedBytes(byte[] values) {
    boolean matches =
        switch (setter) {
          case SetterCode.DECIMAL, SetterCode.FIXED_BINARY, SetterCode.UUID -> true;
          default -> false;
        };
    require(matches, "setFixedBytes");
    fixed.set(values, type.fixedWidth());
  }

  @Override
  public void setValues(long address, long stride, int count) {
    require(fixed != null, "setValues");
    fixed.set(address, stride, count);
  }

  @Override
  public void setStrings(String[] values) {
    require(setter == SetterCode.STRING, "setStrings");
    strings = values;
    offsets.clear();
  }

  @Override
  public void setBytes(byte[] bytes, int[] starts) {
    require(type.isVariableLength(), "setBytes");
    strings = null;
    data = bytes;
    dataLength = bytes.length;
    offsets.set(starts);
  }

  @Override
  public void setBytes(long bytes, long length, long starts, int count) {
    require(type.isVariableLength(), "setBytes");
    strings = null;
    data = null;
    dataAddress = bytes;
    dataLength = length;
    offsets.set(starts, count);
  }

  @Override
  public void setBytes(long bytes, long length, int[] starts) {
    setBytes(bytes, length, 0, 0);
    offsets.set(starts);
  }

  @Override
  public void setOffsets(int[] starts) {
    require(isListOrMap(), "setOffsets");
    offsets.set(starts);
  }

  @Override
  public void setOffsets(long address, int count) {
    require(isListOrMap(), "setOffsets");
    offsets.set(address, count);
  }

  /** Drops all that was set. */
  public void clear() {
    nulls.clear();
    strings = null;
    data = null;
    if (fixed != null) {
      fixed.clear();
    }
    if (offsets != null) {
      offsets.clear();
    }
    children.forEach(ColumnInput::clear);
  }

  // ------------------------------------------------------------------ checks

  private boolean hasOwnValues() {
    return strings != null
        || (fixed != null && fixed.isSet())
        || (offsets != null && offsets.isSet());
  }

  /** Whether values or nulls of this column, or of one below it, were set. */
  public boolean isSet() {
    if (nulls.isSet() || hasOwnValues()) {
      return true;
    }
    for (ColumnInput child : children) {
      if (child.isSet()) {
        return true;
      }
    }
    return false;
  }

  /** Whether this column has values, other than nulls only. */
  public boolean hasValues() {
    return hasOwnValues() || (fixed == null && offsets == null && isSet());
  }

  /** Adds the paths of the columns for which something was set. */
  public void addSetPaths(List<String> paths) {
    if (nulls.isSet() || hasOwnValues()) {
      paths.add(path);
    }
    children.forEach(child -> child.addSetPaths(paths));
  }

  private int length() {
    int length = nulls.length();
    if (strings != null) {
      length = Math.min(length, strings.length);
    } else if (fixed != null && fixed.isSet()) {
      length = Math.min(length, fixed.length());
    } else if (offsets != null && offsets.isSet()) {
      length = Math.min(length, offsets.length());
    }
    return length;
  }

  /**
   * Checks lengths and offsets before anything is written.
   *
   * @param rows of the batch, for messages
   * @param count number of elements that are used
   */
  public void check(int rows, int count) {
    int length = length();
    if (length < count) {
      throw new IllegalArgumentException(
          "Cannot end a batch of "
              + rows
              + " rows: column "
              + path
              + " has "
              + length
              + " values or nulls"
              + (count == rows ? "" : " (expected " + count + ", as the offsets say)"));
    }
    if (offsets == null) {
      children.forEach(field -> field.check(rows, count));
    } else if (offsets.isSet()) {
      int elements = offsets.check(count, isListOrMap() ? Integer.MAX_VALUE : dataLength);
      children.forEach(child -> child.checkElements(rows, elements));
    }
  }

  private void checkElements(int rows, int count) {
    if (count > 0 && !isSet()) {
      throw new IllegalArgumentException(
          "Cannot end a batch of "
              + rows
              + " rows: column "
              + path
              + " has no values (expected "
              + count
              + ", as the offsets say)");
    }
    check(rows, count);
  }

  // ------------------------------------------------------------------ copies

  /**
   * Writes a byte for each element: 1 if it has a value, 0 if it is null.
   *
   * @param hasDefault whether elements have a value if none was set
   * @param mask address of a byte for each element, 0 where it is null in any case; 0 for none
   */
  public void putFlags(int from, int count, long target, boolean hasDefault, long mask) {
    if (!hasValues()) {
      // Nulls without values: those that are not null have the default.
      if (!hasDefault) {
        Memory.setZero(target, count);
        return;
      }
    }
    nulls.putFlags(from, count, target);
    if (strings != null) {
      for (int i = 0; i < count; i++) {
        if (strings[from + i] == null) {
          Memory.putByte(target + i, (byte) 0);
        }
      }
    }
    if (mask != 0) {
      for (int i = 0; i < count; i++) {
        Memory.putByte(target + i, (byte) (Memory.getByte(target + i) & Memory.getByte(mask + i)));
      }
    }
  }

  /** Returns whether nulls were set, and some element is null where the mask is not 0. */
  public boolean hasNulls(int from, int count, long mask) {
    for (int i = 0; nulls.isSet() && i < count; i++) {
      if (nulls.isNull(from + i) && (mask == 0 || Memory.getByte(mask + i) != 0)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Copies values of fixed width to slots. Those of nulls may be any bytes.
   *
   * @param flags address of the flags of these elements
   * @param row number of the first element's row, for messages
   * @throws io.albis.format.error.InvalidArgumentException if a value is out of range
   */
  public void putValues(int from, int count, long target, int step, long flags, long row) {
    fixed.put(from, count, target, step, flags, row);
  }

  /** Whether values of variable length were set one by one, as strings. */
  public boolean hasStrings() {
    return strings != null;
  }

  /** Appends a string, which is not null, and returns its length in bytes. */
  public int appendString(int index, GrowableBuffer target) {
    return Utf8.append(strings[index], target, path);
  }

  /** Returns {@code count + 1} offsets in an array that is valid until the next call. */
  public int[] offsets(int from, int count) {
    return offsets.get(from, count);
  }

  /** Appends a range of the bytes of strings or binaries. */
  public void appendData(int from, int length, GrowableBuffer target) {
    if (length == 0) {
      return;
    }
    long address = target.reserve(length);
    if (data != null) {
      Memory.copyFromArray(data, from, address, length);
    } else {
      Memory.copy(dataAddress + from, address, length);
    }
    target.advance(length);
  }
}
