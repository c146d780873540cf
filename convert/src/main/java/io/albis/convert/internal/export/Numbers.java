// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Floating-point numbers as the shortest text that reads back as the same number. */
final class Numbers {

  private Numbers() {}

  static String text(double value) {
    return NumberOutput.toString(value, true);
  }

  static String text(float value) {
    return NumberOutput.toString(value, true);
  }
}
