// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import io.albis.tools.output.Quantities;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses limits of memory, with which a command can do anything at all. */
public final class MemoryConverter implements ITypeConverter<Long> {

  private static final long MIN_BYTES = 256 << 10;

  private final SizeConverter sizes = new SizeConverter();

  @Override
  public Long convert(String text) {
    long bytes = sizes.convert(text);
    if (bytes < MIN_BYTES) {
      throw new TypeConversionException(
          "Invalid size of memory: "
              + text
              + " (expected at least "
              + Quantities.bytes(MIN_BYTES)
              + ")");
    }
    return bytes;
  }
}
