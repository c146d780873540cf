// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;

/**
 * {@link Storage#publish} failed before the file could become visible: the call has not created the
 * file, and the file will not appear later.
 */
public class NotPublishedException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for a file that was not published.
   *
   * @param cause the reason, whose message is used
   */
  public NotPublishedException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
