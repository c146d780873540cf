// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** How values of a type are read from memory; knows no vectors. */
package io.albis.reader.internal.type;
