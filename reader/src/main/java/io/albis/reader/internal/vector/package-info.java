// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Vectors over the bytes of segments, and vectors derived from them. */
package io.albis.reader.internal.vector;
