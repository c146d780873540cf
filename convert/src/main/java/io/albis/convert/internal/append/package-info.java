// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** How the columns of inputs become those of the table that they are appended to. */
package io.albis.convert.internal.append;
