// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** From files to a table or file: threads, order, verification. */
package io.albis.convert.internal.conversion;
