// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Statistics of whole tables. */
package io.albis.reader.internal.stats;
