// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The interface of readers in the file-format benchmark. The readers are in {@code
 * io.albis.bench.formats}; {@code io.albis.bench.run} measures them.
 */
package io.albis.bench.scan;
