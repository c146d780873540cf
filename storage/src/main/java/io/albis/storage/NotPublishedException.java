// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;

/**
 * {@link Storage#publish} failed before the file could become visible: it does not exist because of
 * that call, and will not appear later.
 */
public class NotPublishedException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * For a file that was not published.
   *
   * @param cause why; its message is taken over
   */
  public NotPublishedException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
