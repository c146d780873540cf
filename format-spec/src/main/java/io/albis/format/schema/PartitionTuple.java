// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** The partition of a row group: a value, or null, for each field of a spec. Immutable. */
public final class PartitionTuple {

  /** The partition of row groups in no partition. */
  public static final PartitionTuple NONE = new PartitionTuple(0, List.of());

  private final int specId;
  private final List<byte[]> values;

  /**
   * A partition.
   *
   * @param specId id of the spec; 0 for none
   * @param values in plain encoding, null for null; the arrays are not copied
   */
  public PartitionTuple(int specId, List<byte[]> values) {
    this.specId = specId;
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /** Id of the spec; 0 for none. */
  public int specId() {
    return specId;
  }

  /** Number of values. */
  public int size() {
    return values.size();
  }

  /** A value in plain encoding, null for null. The caller must not change it. */
  public byte[] value(int index) {
    return values.get(index);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof PartitionTuple other
        && specId == other.specId
        && Arrays.deepEquals(values.toArray(), other.values.toArray());
  }

  @Override
  public int hashCode() {
    return 31 * specId + Arrays.deepHashCode(values.toArray());
  }

  /** The spec and the values in hexadecimal digits. */
  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (byte[] value : values) {
      texts.add(value == null ? "null" : HexFormat.of().formatHex(value));
    }
    return "of spec " + specId + " " + texts;
  }
}
