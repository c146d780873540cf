// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark's results as one HTML page with charts, which needs no network and no server.
 * {@code HtmlReport} is what others use.
 */
package io.albis.bench.report;
