// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Pictures of where the columns of row groups lie in data files. */
package io.albis.cli.picture;
