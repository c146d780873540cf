// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What the modules of Albis need of a schema and its values, and users do not. */
package io.albis.format.internal.schema;
