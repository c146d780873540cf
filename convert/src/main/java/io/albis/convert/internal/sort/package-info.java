// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Sorts rows in bounded memory: rows are collected as bytes with a key that compares by its bytes,
 * sorted runs are spilled to temporary files, and the runs are merged.
 */
package io.albis.convert.internal.sort;
