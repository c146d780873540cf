// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.error.InvalidArgumentException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of a CSV file, and its first rows. */
final class CsvSample implements CsvRecords.Receiver {

  private final String file;
  private final TextSettings settings;

  /** The types of columns by name, of all files together. */
  private final Map<String, InferredType> types;

  private final List<String> names = new ArrayList<>();

  /** The fields of the current record; null for null. */
  private final List<String> record = new ArrayList<>();

  private int rows;

  private CsvSample(String file, TextSettings settings, Map<String, InferredType> types) {
    this.file = file;
    this.settings = settings;
    this.types = types;
  }

  /**
   * Reads the header and a sample.
   *
   * @param types to add to
   * @throws InvalidArgumentException if there is no header
   */
  static CsvLayout read(TextFile file, TextSettings settings, Map<String, InferredType> types)
      throws IOException {
    char delimiter = settings.delimiter() == 0 ? file.delimiter() : settings.delimiter();
    CsvSample sample = new CsvSample(file.path().toString(), settings, types);
    try (InputStream in = new BufferedInputStream(file.open())) {
      TextFile.skipByteOrderMark(in);
      CsvRecords.read(file.path().toString(), in, delimiter, 1, false, sample);
    }
    if (sample.names.isEmpty()) {
      throw new InvalidArgumentException(
          "Cannot convert " + file.path() + ": it is empty (expected a line of column names)");
    }
    return new CsvLayout(List.copyOf(sample.names), delimiter, settings.hasHeader());
  }

  @Override
  public void field(int index, long line, char[] text, int offset, int length, boolean isQuoted) {
    String value = new String(text, offset, length);
    boolean isNull = !isQuoted && (value.isEmpty() || value.equals(settings.nullText()));
    record.add(isNull && !(names.isEmpty() && settings.hasHeader()) ? null : value);
  }

  @Override
  public boolean end(int fields, long line) {
    if (names.isEmpty()) {
      name(line);
      if (settings.hasHeader()) {
        record.clear();
        return true;
      }
    }
    if (fields != names.size()) {
      throw BadRow.of(file, line, fields + " fields (expected " + names.size() + ")", null);
    }
    for (int i = 0; i < fields; i++) {
      if (record.get(i) != null) {
        types.get(names.get(i)).add(record.get(i));
      }
    }
    record.clear();
    return ++rows < settings.sampleRows();
  }

  private void name(long line) {
    if (settings.hasHeader()) {
      for (int i = 0; i < record.size(); i++) {
        names.add(record.get(i).isEmpty() ? "column" + i : record.get(i));
      }
    } else if (settings.types().isEmpty()) {
      for (int i = 0; i < record.size(); i++) {
        names.add("column" + i);
      }
    } else {
      names.addAll(settings.types().keySet());
      if (names.size() != record.size()) {
        throw BadRow.of(file, line, record.size() + " fields (expected those of --schema)", null);
      }
    }
    Set<String> unique = new HashSet<>();
    for (String name : names) {
      if (!unique.add(name)) {
        throw BadRow.of(file, line, "the column name " + name + " occurs twice", null);
      }
      types.computeIfAbsent(name, unused -> new InferredType());
    }
  }
}
