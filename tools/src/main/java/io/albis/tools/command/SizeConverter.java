// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses sizes above 0, such as {@code 128MiB}, on the command line. */
public final class SizeConverter implements ITypeConverter<Long> {

  private final OptionalSizeConverter sizes = new OptionalSizeConverter();

  @Override
  public Long convert(String text) {
    long bytes = sizes.convert(text);
    if (bytes <= 0) {
      throw new TypeConversionException("Invalid size: " + text + " (expected more than 0)");
    }
    return bytes;
  }
}
