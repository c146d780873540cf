// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Divides the rows of one writer into segments and row groups, and closes the writer. Depends on
 * the packages that build segments ({@code flat}, {@code nested}) and on {@code file}.
 */
package io.albis.writer.internal.rowgroup;
