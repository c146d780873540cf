// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Parts of scans, for engines that read one table in many tasks or processes. */
package io.albis.reader.split;
