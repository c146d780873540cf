// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;

/**
 * The arguments of a call, by the names of the parameters.
 *
 * @param procedure for messages
 * @param parameters in the order of the row
 * @param row values
 */
record Arguments(String procedure, List<ProcedureParameter> parameters, InternalRow row) {

  private int index(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        if (row.isNullAt(i)) {
          throw invalid(name, "NULL", "a value", null);
        }
        return i;
      }
    }
    throw new IllegalStateException("There is no parameter " + name + " of " + procedure);
  }

  private IllegalArgumentException invalid(
      String name, String value, String expected, Exception cause) {
    return new IllegalArgumentException(
        "Invalid argument "
            + name
            + " of "
            + procedure
            + ": "
            + value
            + " (expected "
            + expected
            + ")",
        cause);
  }

  String text(String name) {
    return row.getUTF8String(index(name)).toString();
  }

  long number(String name) {
    return row.getLong(index(name));
  }

  boolean flag(String name) {
    return row.getBoolean(index(name));
  }

  List<String> texts(String name) {
    ArrayData array = row.getArray(index(name));
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        throw invalid(name, "a NULL", "strings", null);
      }
      texts.add(array.getUTF8String(i).toString());
    }
    return texts;
  }

  /** A size in bytes. */
  long size(String name) {
    return parsed(name, "a size, such as 64m", JavaUtils::byteStringAsBytes);
  }

  Duration duration(String name) {
    return Duration.ofMillis(parsed(name, "a time, such as 5d", JavaUtils::timeStringAsMs));
  }

  private long parsed(String name, String expected, Function<String, Long> parser) {
    String text = text(name);
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw invalid(name, text, expected, e);
    }
  }

  /** A number that fits an int. */
  int count(String name) {
    long number = number(name);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw invalid(name, Long.toString(number), "at least 1", null);
    }
    return (int) number;
  }
}
