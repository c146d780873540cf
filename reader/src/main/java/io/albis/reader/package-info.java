// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads tables: rows and column batches that are looked at where they lie in memory. */
package io.albis.reader;
