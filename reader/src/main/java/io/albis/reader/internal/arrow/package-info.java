// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Batches as Arrow vectors. The only package of the reader that depends on Arrow, which is an
 * optional dependency: add {@code arrow-vector} and one of Arrow's memory implementations to use
 * it.
 */
package io.albis.reader.internal.arrow;
