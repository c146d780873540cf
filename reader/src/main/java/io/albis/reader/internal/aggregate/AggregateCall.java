// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.io.Serializable;
import java.util.Locale;

/**
 * An aggregate of the rows of a group.
 *
 * @param value what it is computed of; null to count rows
 */
public record AggregateCall(Function function, Term value) implements Serializable {

  @Override
  public String toString() {
    return function.name().toLowerCase(Locale.ROOT) + "(" + (value == null ? "*" : value) + ")";
  }

  /** How values are combined. */
  public enum Function {
    /** The number of rows, or of values that are not null. */
    COUNT,
    /** The sum. */
    SUM,
    /** The least value. */
    MIN,
    /** The greatest value. */
    MAX
  }
}
