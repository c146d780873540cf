// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes single values (decimals, UTF-8), and the base class of all value writers. Depends on
 * {@code plan} and {@code memory}.
 */
package io.albis.writer.internal.value;
