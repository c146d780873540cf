// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Control groups of Linux, which limit the memory of child processes and count what they read. */
package io.albis.tools.limit;
