// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The interface between scans and the code that gets segments into memory. A scan requests segments
 * by key from a {@link io.albis.reader.source.SegmentSource}; the default source reads from
 * storage, and a cache can be another.
 */
package io.albis.reader.source;
