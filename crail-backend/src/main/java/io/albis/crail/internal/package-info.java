// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables on Apache Crail, for {@code crail:} URIs. Requests go to Crail's name node and to its
 * storage tiers through Crail's client libraries, which the application provides.
 */
package io.albis.crail.internal;
