// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the description of a new column: {@code TYPE [required] [default VALUE]}. */
final class NewField {

  private static final Pattern REQUIRED =
      Pattern.compile("required(?!\\S)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DEFAULT =
      Pattern.compile("default(?:\\s|$)", Pattern.CASE_INSENSITIVE);

  private NewField() {}

  /**
   * Parses a field. A default is that of existing rows and of new ones that give no value.
   *
   * @param name its name
   * @throws InvalidArgumentException if the text has another form, or the default is not a value of
   *     the type
   */
  static Field parse(String name, String text) {
    int end = endOfType(text);
    Type type = Type.parse(text.substring(0, end));
    String rest = text.substring(end).stripLeading();
    Matcher required = REQUIRED.matcher(rest);
    boolean isRequired = required.lookingAt();
    if (isRequired) {
      rest = rest.substring(required.end()).stripLeading();
    }
    Field field = isRequired ? Field.required(name, type) : Field.nullable(name, type);
    Matcher preset = DEFAULT.matcher(rest);
    if (preset.lookingAt()) {
      Object value = DefaultValue.of(name, type, rest.substring(preset.end()));
      return field.withInitialDefault(value).withWriteDefault(value);
    }
    if (!rest.isEmpty()) {
      throw new InvalidArgumentException(
          "Invalid column "
              + name
              + ": '"
              + text.strip()
              + "' (expected TYPE [required] [default VALUE])");
    }
    return field;
  }

  /** The end of the type: before a keyword that is not inside of brackets or backquotes. */
  private static int endOfType(String text) {
    int depth = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        isQuoted = !isQuoted;
      } else if (!isQuoted) {
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        boolean isStart = depth == 0 && i > 0 && Character.isWhitespace(text.charAt(i - 1));
        if (isStart && (isAt(REQUIRED, text, i) || isAt(DEFAULT, text, i))) {
          return i;
        }
      }
    }
    return text.length();
  }

  private static boolean isAt(Pattern keyword, String text, int position) {
    return keyword.matcher(text).region(position, text.length()).lookingAt();
  }
}
