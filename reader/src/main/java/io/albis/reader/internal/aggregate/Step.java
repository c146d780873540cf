// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

/** What is computed for each block of rows. */
interface Step {

  /** Computes the values of a block; those it depends on have been computed. */
  void load(BatchBlock block);
}
