// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of a link that have not started. Their owners take turns.
 *
 * <p>Not thread-safe.
 *
 * @param <C> the connection
 */
final class FairQueue<C> {

  /** By owner; the owner whose turn is next comes first. */
  private final Map<Object, ArrayDeque<Link.Request<C>>> waiting = new LinkedHashMap<>();

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Link.Request<C> request) {
    waiting.computeIfAbsent(request.owner(), owner -> new ArrayDeque<>()).add(request);
  }

  /** Removes the next request; null if there is none. */
  Link.Request<C> poll() {
    Iterator<Map.Entry<Object, ArrayDeque<Link.Request<C>>>> turns = waiting.entrySet().iterator();
    if (!turns.hasNext()) {
      return null;
    }
    Map.Entry<Object, ArrayDeque<Link.Request<C>>> turn = turns.next();
    turns.remove();
    Link.Request<C> request = turn.getValue().remove();
    if (!turn.getValue().isEmpty()) {
      waiting.put(turn.getKey(), turn.getValue());
    }
    return request;
  }

  /** Removes the requests of an owner, and returns them. */
  List<Link.Request<C>> withdraw(Object owner) {
    ArrayDeque<Link.Request<C>> requests = waiting.remove(owner);
    return requests == null ? List.of() : new ArrayList<>(requests);
  }

  /** Removes one request, and returns whether it was there. */
  boolean withdraw(Link.Request<C> request) {
    ArrayDeque<Link.Request<C>> requests = waiting.get(request.owner());
    if (requests == null || !requests.remove(request)) {
      return false;
    }
    if (requests.isEmpty()) {
      waiting.remove(request.owner());
    }
    return true;
  }

  /** Removes all requests, and returns them. */
  List<Link.Request<C>> withdrawAll() {
    List<Link.Request<C>> all = new ArrayList<>();
    waiting.values().forEach(all::addAll);
    waiting.clear();
    return all;
  }
}
