// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What a {@link io.albis.reader.cache.ColumnCache} holds and what it has done. */
package io.albis.reader.cache.info;
