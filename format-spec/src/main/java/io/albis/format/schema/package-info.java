// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The schema of a table: fields, types, and the leaves that are stored. All classes are immutable
 * and safe for use by several threads.
 */
package io.albis.format.schema;
