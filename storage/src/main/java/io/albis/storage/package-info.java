// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The storage interface: files are read by exact ranges into off-heap memory, written as streams,
 * and published in one atomic step.
 *
 * <p>{@link io.albis.storage.Storage#open(String, java.util.Map)} finds the backend for a URI among
 * the {@link io.albis.storage.StorageProvider}s on the class path. Backends pass the contract test
 * {@code io.albis.storage.tck.StorageContractTest}.
 *
 * <p>Errors have the types of {@code java.nio.file}: {@link java.nio.file.NoSuchFileException},
 * {@link java.nio.file.FileAlreadyExistsException}, {@link java.nio.file.AccessDeniedException},
 * and {@link java.io.EOFException}; everything else is an {@link java.io.IOException} whose message
 * names the file.
 */
package io.albis.storage;
