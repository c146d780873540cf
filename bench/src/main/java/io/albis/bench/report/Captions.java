// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanCase;

/** Captions of cases. */
final class Captions {

  private Captions() {}

  /** Rows, columns, selection and threads. */
  static String of(ScanCase of) {
    return "%s, %s.".formatted(columns(of), threads(of.threads()));
  }

  /** Rows, columns and selection. */
  static String columns(ScanCase of) {
    String columns =
        of.columns() == of.columnsTotal()
            ? "%s columns".formatted(Figures.count(of.columns()))
            : "%s of %s columns"
                .formatted(Figures.count(of.columns()), Figures.count(of.columnsTotal()));
    String rows = "%s rows".formatted(Figures.count(of.rows()));
    return of.selectivity() < 100
        ? "%s %% of %s, %s".formatted(Figures.plain(of.selectivity()), rows, columns)
        : "%s, %s".formatted(rows, columns);
  }

  static String threads(int threads) {
    return threads == 1 ? "one thread" : threads + " threads";
  }
}
