// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Vectors over the bytes of segments, and those that are not stored so. */
package io.albis.reader.internal.vector;
