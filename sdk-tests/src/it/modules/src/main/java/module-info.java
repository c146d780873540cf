// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** A program that writes, merges and reads a table. */
module org.example.modules {
  requires io.albis.maintenance;
}
