// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Files of other formats with the rows of a table. */
package io.albis.convert.internal.export;
