// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Results of measurements that several programs share: one program writes them as JSON, and {@code
 * albis bench report} draws them.
 */
package io.albis.tools.result;
