// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.output.RowFormat;
import io.albis.tools.command.CommandLines;
import io.albis.tools.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Reads statements from a terminal, with a history, until its end or {@code .quit}. */
final class SqlPrompt {

  private static final String HELP =
      "Statements end with ; and may have several lines. A table is named by its path or URI in"
          + " quotes.%n.quit or Ctrl-D ends, Ctrl-C drops a statement, .format FORMAT changes how"
          + " results are printed.%n";

  private final SqlSession session;
  private final PrintWriter out;
  private final PrintWriter err;
  private RowFormat format;

  SqlPrompt(SqlSession session, RowFormat format, PrintWriter out, PrintWriter err) {
    this.session = session;
    this.format = format;
    this.out = out;
    this.err = err;
  }

  /** A line continues until its statement is complete. */
  private static final class StatementParser extends DefaultParser {

    StatementParser() {
      // Backslashes and quotes are for SQL only.
      setEscapeChars(null);
      setQuoteChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int cursor, Parser.ParseContext context) {
      boolean isInput = context == ParseContext.ACCEPT_LINE;
      if (isInput && !line.strip().startsWith(".") && !Statements.isComplete(line)) {
        throw new EOFError(-1, cursor, "The statement is not complete");
      }
      return super.parse(line, cursor, context);
    }
  }

  void run() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().name("albis").system(true).build()) {
      LineReader lines =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .parser(new StatementParser())
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .variable(LineReader.SECONDARY_PROMPT_PATTERN, "    -> ")
              .variable(
                  LineReader.HISTORY_FILE,
                  Path.of(System.getProperty("user.home"), ".albis_history"))
              .build();
      out.printf(HELP);
      out.flush();
      while (true) {
        try {
          if (!accept(lines.readLine("albis> "))) {
            return;
          }
        } catch (UserInterruptException e) {
          // Ctrl-C drops the line.
        } catch (EndOfFileException e) {
          return;
        }
      }
    }
  }

  /** Executes a line; returns false if it ends the prompt. */
  private boolean accept(String line) {
    String command = line.strip();
    if (command.equals(".quit") || command.equals(".exit")) {
      return false;
    }
    if (command.startsWith(".format ")) {
      setFormat(command.substring(8).strip());
    } else if (command.startsWith(".")) {
      out.printf(HELP);
    } else {
      for (String statement : Statements.split(line)) {
        execute(statement);
      }
    }
    out.flush();
    return true;
  }

  private void setFormat(String name) {
    for (RowFormat value : RowFormat.values()) {
      if (value.name().equalsIgnoreCase(name)) {
        format = value;
        return;
      }
    }
    err.println("albis: Invalid format: " + VisibleText.of(name));
    err.flush();
  }

  private void execute(String statement) {
    try {
      session.run(statement, format, out);
    } catch (IOException | RuntimeException e) {
      // Whatever it is: temporary tables and settings of the session are worth keeping.
      err.println(CommandLines.describe(e));
      err.flush();
    }
  }
}
