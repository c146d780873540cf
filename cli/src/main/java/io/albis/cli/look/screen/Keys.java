// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import io.albis.cli.look.model.Browser;

/** What keys do. Not thread-safe. */
final class Keys {

  private final Browser browser;
  private final Screen screen;

  /** What is being asked for: {@code /} or {@code g}; 0 for nothing. */
  private char question;

  private final StringBuilder answer = new StringBuilder();

  Keys(Browser browser, Screen screen) {
    this.browser = browser;
    this.screen = screen;
  }

  /** What the user is typing, with its question; empty if there is none. */
  String question() {
    return switch (question) {
      case '/' -> "Search: " + answer + "\u2581";
      case 'g' -> "Go to row or column: " + answer + "\u2581";
      default -> "";
    };
  }

  /**
   * Handles a key.
   *
   * @param text what a {@link Key#CHARACTER} stands for
   * @return false to quit
   */
  boolean press(Key key, String text) {
    browser.tell("");
    if (key == Key.INTERRUPT) {
      return false;
    }
    if (question != 0) {
      answer(key, text);
      return true;
    }
    return key == Key.CHARACTER ? character(text) : move(key);
  }

  private void answer(Key key, String text) {
    switch (key) {
      case ESCAPE -> question = 0;
      case CHARACTER -> answer.append(text);
      case BACKSPACE -> {
        if (answer.isEmpty()) {
          question = 0;
        } else {
          answer.setLength(answer.offsetByCodePoints(answer.length(), -1));
        }
      }
      case ENTER -> {
        char asked = question;
        question = 0;
        if (asked == '/') {
          browser.search(answer.toString(), screen.columns());
        } else {
          browser.jump(answer.toString());
        }
      }
      case UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, HOME, END, INTERRUPT -> {
        // They have no meaning in an answer.
      }
    }
  }

  private boolean character(String text) {
    switch (text) {
      case "q" -> {
        return false;
      }
      case "j" -> browser.move(1);
      case "k" -> browser.move(-1);
      case "h" -> browser.moveColumns(-1);
      case "l" -> browser.moveColumns(1);
      case " " -> browser.movePages(1);
      case "b" -> browser.movePages(-1);
      case "G" -> browser.moveTo(Long.MAX_VALUE);
      case "n" -> browser.search("", screen.columns());
      case "/", "g" -> {
        question = text.charAt(0);
        answer.setLength(0);
      }
      default -> browser.tell("PgUp PgDn Home End  " + Screen.KEYS);
    }
    return true;
  }

  private boolean move(Key key) {
    switch (key) {
      case UP -> browser.move(-1);
      case DOWN -> browser.move(1);
      case LEFT -> browser.moveColumns(-1);
      case RIGHT -> browser.moveColumns(1);
      case PAGE_UP -> browser.movePages(-1);
      case PAGE_DOWN -> browser.movePages(1);
      case HOME -> browser.moveTo(0);
      case END -> browser.moveTo(Long.MAX_VALUE);
      case ENTER -> browser.open();
      case ESCAPE, BACKSPACE -> {
        if (!browser.back()) {
          browser.tell("This is the first page; q quits");
        }
      }
      case INTERRUPT, CHARACTER -> throw new IllegalStateException("Not a key that moves: " + key);
    }
    return true;
  }
}
