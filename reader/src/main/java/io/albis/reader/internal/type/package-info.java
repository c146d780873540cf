// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads values of a type from memory. Independent of vectors. */
package io.albis.reader.internal.type;
