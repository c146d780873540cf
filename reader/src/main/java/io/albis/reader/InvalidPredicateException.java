// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisException;
import java.util.Locale;

/** A predicate is nested too deeply, or bytes are not a serialized predicate. */
public class InvalidPredicateException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidPredicateException(String message) {
    super(message);
  }

  /**
   * Creates an exception for bytes that are not a serialized predicate.
   *
   * @param offset byte offset of the error
   * @param what the invalid element, such as {@code "number of values"}
   * @param expected the expected value
   * @param found the actual value
   */
  public InvalidPredicateException(int offset, String what, Object expected, Object found) {
    super(
        String.format(
            Locale.ROOT,
            "Invalid serialized predicate: %s at offset %d: expected %s, found %s",
            what,
            offset,
            expected,
            found));
  }
}
