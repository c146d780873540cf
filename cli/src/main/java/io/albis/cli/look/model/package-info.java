// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What the interactive view shows, without a terminal: pages, and the way through them. */
package io.albis.cli.look.model;
