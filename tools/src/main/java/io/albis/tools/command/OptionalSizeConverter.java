// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import io.albis.tools.output.Quantities;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses sizes such as {@code 128MiB} on the command line; 0 is none. */
public final class OptionalSizeConverter implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    try {
      return Quantities.parseBytes(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
