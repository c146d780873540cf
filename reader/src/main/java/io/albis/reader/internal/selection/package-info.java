// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The selection of the column chunks that a cache holds (Pixels, section 4.2). */
package io.albis.reader.internal.selection;
