/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * The storage interface: files that are read by exact ranges into off-heap memory, written as
 * streams, and published in one atomic step.
 *
 * <p>{@link io.albis.storage.Storages} finds the backend for a URI among the {@link
 * io.albis.storage.StorageProvider}s on the class path. Backends pass the contract test {@code
 * io.albis.storage.tck.StorageContractTest}.
 *
 * <p>Failures keep the types of {@code java.nio.file}: {@link java.nio.file.NoSuchFileException},
 * {@link java.nio.file.FileAlreadyExistsException}, {@link java.nio.file.AccessDeniedException},
 * and {@link java.io.EOFException}; everything else is an {@link java.io.IOException} whose message
 * names the file.
 */
package io.albis.storage;
