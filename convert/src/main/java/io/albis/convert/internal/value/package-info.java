// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Conversions of single values that several formats need. Internal: not for use by other code. */
package io.albis.convert.internal.value;
