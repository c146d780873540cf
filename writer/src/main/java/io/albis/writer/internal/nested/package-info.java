// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Builds the segments of lists and maps as trees of growable buffers in Arrow's layout. Depends on
 * {@code plan}, {@code memory}, {@code value}, {@code stats} and {@code segment}.
 */
package io.albis.writer.internal.nested;
