// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Views of values in off-heap memory: a column of a batch, a row, the bytes of one value. */
package io.albis.reader.vector;
