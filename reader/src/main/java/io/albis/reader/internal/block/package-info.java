// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Loads values of vectors in blocks of rows, for loops over arrays. */
package io.albis.reader.internal.block;
