// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What can go wrong with a table, as types that callers can tell apart. All are unchecked and
 * extend {@link io.albis.format.error.AlbisException}.
 */
package io.albis.format.error;
