// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The schema of a table: fields, types, and stored leaves. All classes are immutable and
 * thread-safe.
 */
package io.albis.format.schema;
