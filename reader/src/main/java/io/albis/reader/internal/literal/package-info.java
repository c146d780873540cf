// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The literals that predicates compare columns with, compact and in ascending order. */
package io.albis.reader.internal.literal;
