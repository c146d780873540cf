// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The column cache. {@link io.albis.reader.internal.cache.CacheEntry} is the unit: a segment with
 * its state, {@link io.albis.reader.internal.cache.CacheSource} what a table reads through, {@link
 * io.albis.reader.internal.cache.CacheStore} what all tables share.
 */
package io.albis.reader.internal.cache;
