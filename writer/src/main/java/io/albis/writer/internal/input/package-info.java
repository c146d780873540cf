// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The arrays and addresses from which a batch is written: their checks, and loops that copy them to
 * where segments are built. Depends on {@code value}, {@code plan} and {@code memory}.
 */
package io.albis.writer.internal.input;
