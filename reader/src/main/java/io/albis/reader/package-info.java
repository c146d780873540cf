// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads tables as rows and column batches, in place in off-heap memory. */
package io.albis.reader;
