// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.internal.metadata.ManifestBuilder;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A manifest that a commit adds to a table.
 *
 * @param content its bytes, with row groups that are numbered from 0
 * @param names ids for the file of the manifest, or of one that it is merged into; asked for
 *     another one while the file exists
 * @param isShared whether other processes may write files of the same names
 */
public record NewManifest(
    ManifestBuilder.Manifest content, Supplier<UUID> names, boolean isShared) {}
