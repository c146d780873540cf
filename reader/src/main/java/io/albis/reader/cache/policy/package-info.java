// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a {@link io.albis.reader.cache.ColumnCache} keeps in memory and what it evicts first.
 * Engines can bring policies of their own.
 */
package io.albis.reader.cache.policy;
