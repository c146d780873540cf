// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.List;

/**
 * A chart with its caption, and its data as tables.
 *
 * @param title the title
 * @param caption how to read the chart
 */
record Figure(String title, String caption, Chart chart, List<DataTable> tables) {}
