// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a reader of the file-format benchmark has to do, and what it must find. The readers are in
 * {@code io.albis.bench.formats}; {@code io.albis.bench.run} measures them.
 */
package io.albis.bench.scan;
