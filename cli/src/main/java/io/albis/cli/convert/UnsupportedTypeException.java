// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.tools.command.CommandFailedException;

/** A column has a type that the other format cannot say. */
public final class UnsupportedTypeException extends CommandFailedException {

  private static final long serialVersionUID = 1L;

  /** Names the column and says why; the message ends with what to do. */
  public UnsupportedTypeException(String action, String path, String why) {
    super("Cannot " + action + " column " + path + ": " + why);
  }
}
