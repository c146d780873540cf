// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/** An action of a process that changes the table, and what has become of it. */
final class Attempt {

  /** What the caller knows. */
  enum State {
    OPEN,
    ACKNOWLEDGED,
    UNKNOWN,
    REFUSED,
    DONE
  }

  private final int process;
  private final Action action;
  private final long started;
  private final List<Long> published = new ArrayList<>();
  private State state = State.OPEN;
  private String refusal = "";
  private boolean isSingle;
  private boolean isCommitting;
  private UnaryOperator<BitSet> change = rows -> rows;

  Attempt(int process, Action action, long started) {
    this.process = process;
    this.action = action;
    this.started = started;
  }

  /** Makes it one that publishes at most one snapshot. */
  void changes(UnaryOperator<BitSet> rows) {
    this.change = rows;
    this.isSingle = true;
  }

  /** The rows after its commit. */
  BitSet apply(BitSet before) {
    return change.apply(before);
  }

  Action action() {
    return action;
  }

  /** Whether it may be about to publish a snapshot. */
  boolean isCommitting() {
    return isCommitting && state == State.OPEN;
  }

  /** Whether it may be writing the first snapshot of a table. */
  boolean isOpenCreation() {
    return state == State.OPEN
        && switch (action.kind()) {
          case CREATE, CREATE_AGAIN, OVERWRITE_SCHEMA -> true;
          default -> false;
        };
  }

  void commits(boolean isSo) {
    isCommitting = isSo;
  }

  /** Forgets what was published in a table that has been deleted. */
  void forget() {
    published.clear();
  }

  /** When it began. */
  long started() {
    return started;
  }

  State state() {
    return state;
  }

  void open() {
    state = State.OPEN;
  }

  /** It is over, and no thread has waited for an answer. */
  void done() {
    state = State.DONE;
  }

  void unknown() {
    state = State.UNKNOWN;
  }

  /** Snapshots that it has published. */
  List<Long> published() {
    return published;
  }

  /** Takes the answer that nothing was published; returns what is wrong with that, or null. */
  String refused(Throwable answer) {
    state = State.REFUSED;
    refusal = answer.toString();
    return isSingle && !published.isEmpty()
        ? this + " was refused, but has published " + published + ": " + refusal
        : null;
  }

  /** Takes the answer that a snapshot was published; returns what is wrong with that, or null. */
  String acknowledged(long id) {
    state = State.ACKNOWLEDGED;
    return published.contains(id)
        ? null
        : this + " was told that it has published " + id + ", but has published " + published;
  }

  /** Takes note of a snapshot in the store; returns what is wrong with that, or null. */
  String published(long id) {
    published.add(id);
    if (isSingle && state == State.REFUSED) {
      return this + " was refused, but publishes " + id + ": " + refusal;
    }
    if (isSingle && published.size() > 1) {
      return this + " publishes more than one snapshot: " + published;
    }
    return null;
  }

  @Override
  public String toString() {
    return action + " of process " + process;
  }
}
