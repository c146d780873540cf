// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Output for people and programs: aligned tables, JSON, sizes, durations and progress bars. */
package io.albis.tools.output;
