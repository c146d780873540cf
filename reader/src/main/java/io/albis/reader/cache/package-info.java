// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The column cache: keeps segments in memory that planned or repeated scans will read again (Column
 * Cache, sections III and IV).
 */
package io.albis.reader.cache;
