// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces that write rows value by value, and the callback that writes an added column.
 * Depends on no other package of the writer.
 */
package io.albis.writer.row;
