// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The subcommands that replay traces of the cache. */
package io.albis.cli.cache;
