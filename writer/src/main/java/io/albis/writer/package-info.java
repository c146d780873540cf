// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Writes tables: {@code TableWriter} adds rows, {@code TableUpdate} changes the schema. */
package io.albis.writer;
