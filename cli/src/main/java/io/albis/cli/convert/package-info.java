// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Converts files of other formats to Albis tables. */
package io.albis.cli.convert;
