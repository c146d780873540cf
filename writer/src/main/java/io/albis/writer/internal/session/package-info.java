// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * All row and batch writers of one process that write to the same table, in the order of their
 * positions. The place to route rows to several row group builders. Depends on {@code row}, {@code
 * batch}, {@code rowgroup} and {@code file}.
 */
package io.albis.writer.internal.session;
