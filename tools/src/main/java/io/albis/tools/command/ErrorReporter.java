// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import io.albis.format.error.AlbisException;
import io.albis.storage.internal.backend.InvalidSettingException;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.tools.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports exceptions as one line on standard error and an exit code. */
final class ErrorReporter {
  private static final String STACKTRACE = "--stacktrace";

  private ErrorReporter() {}

  /** Reports the failure of a command. */
  static int reportFailure(Exception failure, CommandLine commandLine, ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    Throwable error = unwrap(failure);
    if (StandardOutput.get().isCauseOf(error)) {
      // Reported when the command has ended, as for commands that have not noticed.
      return ExitCodes.FAILED;
    }
    int exitCode = exitCode(error);
    err.println(line(error, exitCode));
    if (parsed != null && parsed.originalArgs().contains(STACKTRACE)) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      trace.toString().lines().map(ErrorReporter::visible).forEach(err::println);
    } else if (exitCode == ExitCodes.INTERNAL_ERROR) {
      err.println("albis: please report this defect of Albis, with the output of " + STACKTRACE);
    }
    err.flush();
    return exitCode == ExitCodes.FAILED
            && commandLine.getCommandSpec().userObject() instanceof AlbisCommand command
        ? command.failureCode()
        : exitCode;
  }

  /** Returns the line that reports a failure. */
  static String line(Exception failure) {
    Throwable error = unwrap(failure);
    return line(error, exitCode(error));
  }

  private static String line(Throwable error, int exitCode) {
    return "albis: " + VisibleText.of(describe(error, exitCode));
  }

  /** Lines of stack traces start with tabs. */
  private static String visible(String line) {
    return VisibleText.of(line.replace("\t", "    "));
  }

  /** Reports an invalid command line. */
  static int reportUsage(ParameterException error, String[] args) {
    CommandLine commandLine = error.getCommandLine();
    PrintWriter err = commandLine.getErr();
    err.println("albis: " + VisibleText.of(oneLine(error.getMessage())));
    if (!UnmatchedArgumentException.printSuggestions(error, err)) {
      err.println("Try '" + commandLine.getCommandSpec().qualifiedName() + " --help' for more.");
    }
    err.flush();
    return ExitCodes.USAGE;
  }

  private static Throwable unwrap(Throwable error) {
    Throwable current = error;
    while (current instanceof UncheckedIOException && current.getCause() != null) {
      current = current.getCause();
    }
    return current;
  }

  private static int exitCode(Throwable error) {
    if (error instanceof InterruptedException || error instanceof ClosedByInterruptException) {
      return ExitCodes.INTERRUPTED;
    }
    if (isInvalidArgument(error)) {
      return ExitCodes.USAGE;
    }
    boolean foreseen =
        error instanceof CommandFailedException
            || error instanceof AlbisException
            || error instanceof OutOfOffHeapMemoryException
            || error instanceof IOException;
    return foreseen ? ExitCodes.FAILED : ExitCodes.INTERNAL_ERROR;
  }

  /**
   * Whether an argument of the command line was invalid in a way that only the library has found
   * out, such as the value of an option of the storage. Other invalid arguments are defects.
   */
  private static boolean isInvalidArgument(Throwable error) {
    return error instanceof InvalidPathException || error instanceof InvalidSettingException;
  }

  private static String describe(Throwable error, int exitCode) {
    if (exitCode == ExitCodes.INTERRUPTED) {
      return "Interrupted";
    }
    if (exitCode == ExitCodes.INTERNAL_ERROR) {
      return "Internal error: " + oneLine(error.toString());
    }
    if (error instanceof InvalidPathException path) {
      return "Invalid path: "
          + path.getInput()
          + " ("
          + path.getReason()
          + "; names that are not ASCII need a locale of UTF-8, such as LC_ALL=C.UTF-8)";
    }
    if (error instanceof FileSystemException fileError) {
      return describe(fileError);
    }
    String message = error.getMessage();
    return oneLine(message == null ? error.toString() : message);
  }

  /** Describes exceptions whose message is only a path. */
  private static String describe(FileSystemException error) {
    String file = String.valueOf(error.getFile());
    if (error instanceof NoSuchFileException) {
      return "Cannot find " + file + ": no such file or directory";
    }
    if (error instanceof AccessDeniedException) {
      return "Cannot access " + file + ": permission denied";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "Cannot create " + file + ": the file exists";
    }
    String reason =
        error.getReason() == null ? error.getClass().getSimpleName() : error.getReason();
    return "Failed to access " + file + ": " + oneLine(reason);
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
