// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A list of columns on the command line: paths, separated by commas. A name with commas or dots is
 * written in backquotes, such as {@code id,`last, first`.text}.
 *
 * @param paths at least one if it was parsed
 */
public record ColumnList(List<String> paths) {

  /** Parses lists. */
  public static final class Converter implements ITypeConverter<ColumnList> {

    @Override
    public ColumnList convert(String text) {
      return parse(text);
    }
  }

  /** Parses a list. */
  public static ColumnList parse(String text) {
    List<String> paths = new ArrayList<>();
    boolean isQuoted = false;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || (text.charAt(i) == ',' && !isQuoted)) {
        String path = text.substring(start, i).strip();
        if (path.isEmpty()) {
          throw new TypeConversionException(
              "Invalid list of columns: '" + text + "' (expected names, separated by commas)");
        }
        paths.add(path);
        start = i + 1;
      } else if (text.charAt(i) == '`') {
        isQuoted = !isQuoted;
      }
    }
    if (isQuoted) {
      throw new TypeConversionException(
          "Invalid list of columns: '" + text + "' (expected a closing backquote)");
    }
    return new ColumnList(List.copyOf(paths));
  }
}
