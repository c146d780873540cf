// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The scans that an engine plans, so that the cache keeps what they will read. */
package io.albis.reader.cache.plan;
