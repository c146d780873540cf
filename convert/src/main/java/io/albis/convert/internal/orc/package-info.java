// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads ORC column by column: the vectors of ORC's reader become the columns of a batch writer.
 * Internal: not for use by other code.
 */
package io.albis.convert.internal.orc;
