// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Processes that measure one contestant each. */
package io.albis.tools.process;
