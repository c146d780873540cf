// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Implements batch writers on top of a row group builder. Depends on {@code rowgroup} and the
 * packages below it.
 */
package io.albis.writer.internal.batch;
