// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Predicates bound to a schema, evaluated on statistics and on rows. */
package io.albis.reader.internal.filter;
