// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * Something that was passed is not valid: a schema or a change of it, column groups, a value that
 * its column cannot store, a split of another snapshot, a tag that is taken, a file that does not
 * fit the table, or bytes that are not what they should be. Nothing has changed; the message says
 * what is wrong with it.
 */
public class InvalidArgumentException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidArgumentException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public InvalidArgumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
