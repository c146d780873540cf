// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses how column groups are packed into data files. */
public final class PackingConverter implements ITypeConverter<PackingConverter.Packing> {

  /** Which column groups share a data file. */
  enum Packing {
    ALL_GROUPS,
    SINGLE_GROUP
  }

  @Override
  public Packing convert(String text) {
    return switch (text) {
      case "all-groups" -> Packing.ALL_GROUPS;
      case "single-group" -> Packing.SINGLE_GROUP;
      default ->
          throw new TypeConversionException("'" + text + "' (expected all-groups or single-group)");
    };
  }
}
