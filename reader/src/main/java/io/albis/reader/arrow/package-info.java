// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Batches as Arrow's vectors. The only part of the reader that knows Arrow, which is an optional
 * dependency: add {@code arrow-vector} and an implementation of its memory to use it.
 */
package io.albis.reader.arrow;
