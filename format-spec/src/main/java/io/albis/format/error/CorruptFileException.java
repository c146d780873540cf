// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

import io.albis.format.internal.text.ErrorText;
import java.util.Locale;

/**
 * A file of the table violates the format: it is damaged, truncated, of another kind, or was
 * written by a faulty or malicious writer. No value from the invalid part of the file has been
 * returned.
 */
public class CorruptFileException extends AlbisException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;
  private final String what;
  private final String expected;
  private final String found;

  /**
   * Describes what is invalid.
   *
   * @param file path of the file
   * @param offset byte offset in the file at which {@code what} starts, or -1 if it has none
   * @param what the invalid element, such as {@code "magic"}
   * @param expected what the format requires there
   * @param found the actual value
   */
  public CorruptFileException(
      String file, long offset, String what, Object expected, Object found) {
    super(describe(file, offset, what, expected, found));
    this.file = file;
    this.offset = offset;
    this.what = ErrorText.of(what);
    this.expected = ErrorText.of(expected);
    this.found = ErrorText.of(found);
  }

  /** Like the other constructor, with a cause. */
  public CorruptFileException(
      String file, long offset, String what, Object expected, Object found, Throwable cause) {
    super(describe(file, offset, what, expected, found), cause);
    this.file = file;
    this.offset = offset;
    this.what = ErrorText.of(what);
    this.expected = ErrorText.of(expected);
    this.found = ErrorText.of(found);
  }

  private static String describe(
      String file, long offset, String what, Object expected, Object found) {
    String place = offset < 0 ? "" : String.format(Locale.ROOT, " at offset %d", offset);
    return String.format(
        Locale.ROOT,
        "Corrupt file %s%s: invalid %s (expected %s, found %s)",
        ErrorText.of(file),
        place,
        ErrorText.of(what),
        ErrorText.of(expected),
        ErrorText.of(found));
  }

  /** Path of the file. */
  public String file() {
    return file;
  }

  /** Byte offset in the file, or -1 if the error has no single position. */
  public long offset() {
    return offset;
  }

  /** The invalid element. */
  public String what() {
    return what;
  }

  /** What the format requires there. */
  public String expected() {
    return expected;
  }

  /** The actual value. */
  public String found() {
    return found;
  }
}
