// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes segments to data files in the background and makes the files durable. Knows the layout and
 * the names of data files, but not how segments were made. Depends on {@code plan}, {@code stats}
 * and {@code segment}.
 */
package io.albis.writer.internal.file;
