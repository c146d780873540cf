// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.List;

/**
 * A chart with its caption, and its figures as tables.
 *
 * @param title what is shown
 * @param caption how to read it
 */
record Figure(String title, String caption, Chart chart, List<DataTable> tables) {}
