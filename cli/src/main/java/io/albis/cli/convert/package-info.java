// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads tables in other formats, to be written as Albis tables. */
package io.albis.cli.convert;
