// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.text.TextSettings;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.Map;

/**
 * Input files with the same columns.
 *
 * @param sources at least one
 * @param schema the columns; with the field ids that all files have in common
 * @param properties the key-value metadata that all files have in common
 * @param notices what the user should know about how the files are read
 */
public record InputSet(
    List<InputSource> sources,
    Schema schema,
    Map<String, String> properties,
    List<String> notices) {

  /**
   * How files are read.
   *
   * @param columns paths of the columns and fields to read; empty for all
   * @param timestamps how timestamps are read where files do not say it
   * @param hasHiveColumns whether directories such as {@code year=2026} stand for columns
   * @param hiveTypes the types of such columns; those of others are inferred
   * @param text how CSV and JSON lines are read
   */
  public record Options(
      List<String> columns,
      TimestampOptions timestamps,
      boolean hasHiveColumns,
      Map<String, Type> hiveTypes,
      TextSettings text) {}

  /** Returns one file as a set. */
  public static InputSet of(InputSource source) {
    return new InputSet(
        List.of(source), source.schema(), source.description().properties(), List.of());
  }
}
