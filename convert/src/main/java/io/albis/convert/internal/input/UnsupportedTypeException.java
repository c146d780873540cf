// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.error.InvalidArgumentException;

/** Thrown if the other format has no type for a column. */
public final class UnsupportedTypeException extends InvalidArgumentException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception that names the column and the reason. */
  public UnsupportedTypeException(String action, String path, String why) {
    super("Cannot " + action + " column " + path + ": " + why);
  }
}
