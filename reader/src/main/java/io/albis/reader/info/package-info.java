// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What a table tells about itself: snapshots, layout in files, statistics, verification. */
package io.albis.reader.info;
