// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The seam between the code that looks at segments and the code that gets them. A scan asks a
 * {@link io.albis.reader.source.SegmentSource} for keys; reading directly from storage and a cache
 * are two implementations.
 */
package io.albis.reader.source;
