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
package io.albis.cli.command;

/** An error that a command reports in one line; its message follows the error grammar. */
public class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what cannot be done.
   *
   * @param message one line: "Cannot (do what): (why)"
   */
  public CommandFailedException(String message) {
    super(message);
  }

  /**
   * Says what cannot be done, and what led to it.
   *
   * @param message one line: "Cannot (do what): (why)"
   * @param cause what led to it
   */
  public CommandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
