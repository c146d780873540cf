// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of all inputs, divided into units: consecutive parts, whose rows are written by one
 * writer. How they are divided depends on the inputs alone, so that the layout of a table does not
 * depend on the number of threads.
 */
final class WorkUnits {

  /** A unit is about as large as a data file. */
  private static final long UNIT_BYTES = 128 << 20;

  /** Smaller units are not worth a thread. */
  private static final long MIN_UNIT_BYTES = 16 << 20;

  /** The number of large units is a multiple of this, so that all threads end together. */
  private static final int MULTIPLE = 8;

  /** What a value of variable length is taken for, in bytes; and how many elements a list has. */
  private static final int VARIABLE_BYTES = 20;

  private static final int ELEMENTS = 4;

  /** A part of a file. */
  record Task(InputSource source, InputSource.Part part) {}

  private final List<Task> tasks = new ArrayList<>();
  private final long rows;
  private final int count;

  WorkUnits(InputSet inputs) {
    for (InputSource source : inputs.sources()) {
      source.parts().forEach(part -> tasks.add(new Task(source, part)));
    }
    this.rows = tasks.stream().mapToLong(task -> task.part().rowCount()).sum();
    this.count = count(rows * bytes(inputs.schema()));
  }

  /** Returns the number of rows of all inputs. */
  long rows() {
    return rows;
  }

  /** Returns all parts in order. */
  List<Task> tasks() {
    return tasks;
  }

  /** Returns the number of units for a number of bytes. */
  static int count(long bytes) {
    long large = (bytes + UNIT_BYTES - 1) / UNIT_BYTES;
    if (large < MULTIPLE) {
      long most = Math.max(1, bytes / MIN_UNIT_BYTES);
      return (int) Math.min(MULTIPLE, Long.highestOneBit(most));
    }
    return (int) Math.min(1 << 20, (large + MULTIPLE - 1) / MULTIPLE * MULTIPLE);
  }

  private static long bytes(Schema schema) {
    return schema.fields().stream().map(Field::type).mapToLong(WorkUnits::bytes).sum();
  }

  private static long bytes(Type type) {
    long children = type.children().stream().map(Field::type).mapToLong(WorkUnits::bytes).sum();
    return switch (type.nesting()) {
      case NONE -> type.isVariableLength() ? VARIABLE_BYTES : type.fixedWidth();
      case STRUCT -> children;
      case LIST, MAP -> Integer.BYTES + ELEMENTS * children;
    };
  }

  /** Divides the parts into units of about equal numbers of rows, none of which is empty. */
  List<List<Task>> units() {
    return divide(count);
  }

  /** Divides the parts into at most so many units. */
  List<List<Task>> divide(int most) {
    List<List<Task>> units = new ArrayList<>();
    long before = 0;
    long last = -1;
    for (Task task : tasks) {
      long middle = before + task.part().rowCount() / 2;
      long unit = rows == 0 ? 0 : Math.min(most - 1L, (long) ((double) middle * most / rows));
      if (unit != last) {
        units.add(new ArrayList<>());
        last = unit;
      }
      units.get(units.size() - 1).add(task);
      before += task.part().rowCount();
    }
    return units;
  }
}
