// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import io.albis.format.schema.TimeUnit;

/**
 * How timestamps are read where files do not say it.
 *
 * @param unit of ORC's timestamps and of Parquet's INT96
 * @param int96 what Parquet's INT96 are
 */
public record TimestampOptions(TimeUnit unit, Int96 int96) {

  /** Returns options with a unit, by which INT96 are what their writer has stored. */
  public static TimestampOptions of(TimeUnit unit) {
    return new TimestampOptions(unit, Int96.AUTO);
  }
}
