// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;

/**
 * A name node or data node of Crail does not answer, or the connection to it failed. It is unknown
 * whether the request was executed.
 */
final class CrailUnavailableException extends IOException {

  private static final long serialVersionUID = 1L;

  CrailUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
