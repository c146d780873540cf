// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes added columns to existing row groups. Depends on {@code row}, {@code rowgroup} and {@code
 * file}.
 */
package io.albis.writer.internal.update;
