// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Single values as text, also for the command line. Internal: not for use by other code. */
package io.albis.convert.internal.literal;
