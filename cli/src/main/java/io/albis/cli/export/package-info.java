// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tables become files of other formats, written by the libraries of those formats. */
package io.albis.cli.export;
