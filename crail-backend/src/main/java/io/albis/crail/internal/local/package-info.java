// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A local Crail cluster: a name node of Albis, which keeps its tree in memory, behind Crail's RPC
 * server, and Crail's data node for TCP, each in a process of its own. For tests and for trying
 * Crail out.
 */
package io.albis.crail.internal.local;
