// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Exceptions, with a type for each kind of error that callers may handle differently. All are
 * unchecked and extend {@link io.albis.format.error.AlbisException}.
 */
package io.albis.format.error;
