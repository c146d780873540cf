// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Values where they lie off-heap: a column of a batch, a row, the bytes of one value. */
package io.albis.reader.vector;
