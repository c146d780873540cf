// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Conversion of files of other formats to tables, and of tables to such files. */
package io.albis.convert;
