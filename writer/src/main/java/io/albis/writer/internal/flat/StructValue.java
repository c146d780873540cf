// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.writer.ValueWriter;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.value.AbstractValue;
import java.util.List;

/** Writes a struct that is stored as its leaves, that is, one outside of lists and maps. */
public final class StructValue extends AbstractValue {

  private final WriterOwner owner;
  private final FlatRows rows;
  private final String path;
  private final Type type;

  /** Index of the presence leaf, -1 if the struct is required. */
  private final int presence;

  private final List<AbstractValue> fields;

  public StructValue(
      WriterOwner owner,
      FlatRows rows,
      String path,
      Type type,
      int presence,
      List<AbstractValue> fields) {
    this.owner = owner;
    this.rows = rows;
    this.path = path;
    this.type = type;
    this.presence = presence;
    this.fields = fields;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public void setNull() {
    owner.requireProbablyOpen();
    if (presence >= 0) {
      rows.setNull(presence);
      // A struct that is begun after this has the defaults of its fields.
      fields.forEach(AbstractValue::unset);
    } else {
      fields.forEach(ValueWriter::setNull);
    }
  }

  @Override
  public void unset() {
    owner.requireProbablyOpen();
    if (presence >= 0) {
      rows.setNull(presence);
    }
    fields.forEach(AbstractValue::unset);
  }

  @Override
  public void beginStruct() {
    owner.requireProbablyOpen();
    if (presence >= 0) {
      rows.markSet(presence);
    }
  }

  @Override
  public ValueWriter field(int index) {
    return fields.get(index);
  }

  @Override
  public void endStruct() {
    owner.requireProbablyOpen();
    if (presence >= 0 && !rows.isSet(presence)) {
      throw new IllegalStateException(
          "Cannot end struct " + path + ": it was not begun in this row");
    }
  }

  /** The error of a value that was set in a struct that was not begun, or was set to null. */
  public static InvalidArgumentException notBegun(String leaf) {
    return new InvalidArgumentException(
        "Cannot end row: " + leaf + " is set, but a struct around it is null; call beginStruct");
  }
}
