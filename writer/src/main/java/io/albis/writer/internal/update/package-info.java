// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes added columns to existing row groups, and commits row groups in the place of others.
 * Depends on {@code row}, {@code rowgroup} and {@code file}.
 */
package io.albis.writer.internal.update;
