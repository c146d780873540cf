// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** How commands print: aligned tables, JSON, sizes and durations for people, progress bars. */
package io.albis.cli.output;
