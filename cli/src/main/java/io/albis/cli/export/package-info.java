// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Exports tables to files of other formats, with the libraries of those formats. */
package io.albis.cli.export;
