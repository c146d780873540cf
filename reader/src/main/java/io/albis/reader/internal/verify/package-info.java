// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Compares all bytes of a table with its metadata. */
package io.albis.reader.internal.verify;
