// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.rpc.RpcClient;
import org.apache.crail.rpc.RpcConnection;
import org.apache.crail.rpc.RpcDispatcher;
import org.apache.crail.rpc.RpcFuture;
import org.apache.crail.rpc.RpcResponse;

/** The connection to the name nodes, which share the tree by the hash codes of paths. */
final class NameNodeLink extends Link<NameNodeLink.Connections> {

  /** Crail's own number of requests in flight. */
  private static final int DEPTH = 32;

  private final String addresses;
  private final CrailConfiguration configuration;
  private final LongAdder calls = new LongAdder();

  NameNodeLink(String addresses, CrailConfiguration configuration, long timeoutMillis) {
    super("name node " + addresses.replace("crail://", ""), DEPTH, timeoutMillis);
    this.addresses = addresses;
    this.configuration = configuration;
  }

  /** All connections, and what sends each request to the one of its path. */
  record Connections(List<RpcConnection> all, RpcConnection chosen) {}

  /**
   * A request to the name node.
   *
   * @param <T> the response
   */
  @FunctionalInterface
  interface Call<T> {
    RpcFuture<T> send(RpcConnection connection) throws Exception;
  }

  @Override
  Connections open() throws Exception {
    ConcurrentLinkedQueue<RpcConnection> connections = new ConcurrentLinkedQueue<>();
    for (String address : addresses.split(",", -1)) {
      URI uri = URI.create(address.trim());
      RpcClient client = RpcClient.createInstance(CrailConstants.NAMENODE_RPC_TYPE);
      client.init(configuration, null);
      connections.add(client.connect(new InetSocketAddress(uri.getHost(), uri.getPort())));
    }
    List<RpcConnection> all = List.copyOf(connections);
    return new Connections(all, all.size() == 1 ? all.get(0) : new RpcDispatcher(connections));
  }

  @Override
  void close(Connections old) throws Exception {
    for (RpcConnection connection : old.all()) {
      connection.close();
    }
  }

  /** Sends a request, and returns its future response. The response may be an error. */
  <T extends RpcResponse> CompletableFuture<T> call(Call<T> call) {
    calls.increment();
    RpcRequest<T> request = new RpcRequest<>(call);
    submit(List.of(request));
    return request.response;
  }

  /** The number of requests so far. */
  long calls() {
    return calls.sum();
  }

  private static final class RpcRequest<T extends RpcResponse> implements Request<Connections> {
    private final Call<T> call;
    private final CompletableFuture<T> response = new CompletableFuture<>();

    RpcRequest(Call<T> call) {
      this.call = call;
    }

    @Override
    public Object owner() {
      return this;
    }

    @Override
    public Future<?> send(Connections connections) throws Exception {
      return call.send(connections.chosen());
    }

    @Override
    @SuppressWarnings("unchecked") // the result of the future of the call
    public void succeeded(Object answer) {
      response.complete((T) answer);
    }

    @Override
    public void failed(IOException cause) {
      response.completeExceptionally(cause);
    }
  }

  /** The addresses in Crail's settings. */
  static String addresses(Map<String, String> settings) {
    return settings.get(CrailConstants.NAMENODE_ADDRESS_KEY);
  }
}
