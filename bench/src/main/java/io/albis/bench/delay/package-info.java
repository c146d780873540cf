// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** A local storage whose requests take longer, in place of a remote one. */
package io.albis.bench.delay;
