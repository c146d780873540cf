// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Creates a self-contained HTML page with charts from the results of the benchmark. {@code
 * HtmlReport} is the entry point.
 */
package io.albis.bench.report;
