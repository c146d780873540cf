// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow's vectors as rows of a table. The only part of the writer that knows Arrow, which is an
 * optional dependency: add {@code arrow-vector} and an implementation of its memory to use it.
 */
package io.albis.writer.arrow;
