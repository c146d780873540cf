// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Builds the segments of all columns except lists and maps: rows are collected in chunks, and
 * chunks in the regions of segments, which are sealed when they are full. Depends on {@code plan},
 * {@code memory}, {@code value}, {@code stats} and {@code segment}.
 */
package io.albis.writer.internal.flat;
