// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Batches of columns between inputs and what takes them: a {@code BatchValues} is a batch writer
 * whose batches are read again, value by value, for verification, sorting and widening.
 */
package io.albis.convert.internal.batch;
