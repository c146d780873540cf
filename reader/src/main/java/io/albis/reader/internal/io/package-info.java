// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the segments of extents, ahead of their use where that pays off. */
package io.albis.reader.internal.io;
