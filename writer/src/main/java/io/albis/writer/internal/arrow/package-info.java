// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes Arrow vectors as rows of a table. No other package of the writer uses Arrow, which is an
 * optional dependency: to use this package, add {@code arrow-vector} and an implementation of
 * Arrow's memory.
 */
package io.albis.writer.internal.arrow;
