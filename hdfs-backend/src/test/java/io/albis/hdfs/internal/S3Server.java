// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** A server of the S3 API with one bucket in memory, which runs during the tests of a class. */
public final class S3Server implements BeforeAllCallback, AfterAllCallback {

  private static final String KEY = "key";
  private static final String SECRET = "secret";

  /** Of its own: Hadoop's clients are cached by the name of the bucket, for the whole process. */
  private final String bucket = "tables-" + UUID.randomUUID();

  private final AtomicReference<NextFault> fault = new AtomicReference<>();
  private final AtomicLong gets = new AtomicLong();
  private final BlobStore store = new TransientNio2BlobStore();
  private final S3Proxy server;

  /** A fault that occurs once. */
  public enum Fault {
    /** A conditional write creates the object, but the client receives an error. */
    LOST_ANSWER,
    /** Uploading an object in parts fails. */
    NO_PARTS
  }

  private record NextFault(Fault fault, String keyPart) {}

  /** Creates a server, which starts before the first test. */
  public S3Server() {
    store.createContainer(bucket);
    server =
        S3Proxy.builder()
            .blobStore(new FaultyStore(store))
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, SECRET)
            .build();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    server.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    server.stop();
  }

  /** A new directory, not created yet. */
  public URI directory() {
    return URI.create("s3a://" + bucket + "/" + UUID.randomUUID());
  }

  /** The options that a storage needs to connect to this server, with further options. */
  public Map<String, String> options(String... more) {
    Map<String, String> options = new HashMap<>();
    options.put("hadoop.fs.s3a.endpoint", "http://127.0.0.1:" + server.getPort());
    options.put("hadoop.fs.s3a.endpoint.region", "us-east-1");
    options.put("hadoop.fs.s3a.path.style.access", "true");
    options.put("hadoop.fs.s3a.access.key", KEY);
    options.put("hadoop.fs.s3a.secret.key", SECRET);
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    return options;
  }

  /** A new directory, not created yet. */
  Storage open(String... more) throws IOException {
    return Storage.open(directory(), options(more));
  }

  void failOnce(Fault next) {
    failOnce(next, "");
  }

  /** Lets the next request fail for an object whose key contains a text. */
  public void failOnce(Fault next, String keyPart) {
    fault.set(new NextFault(next, keyPart));
  }

  /** Whether the fault has occurred. */
  public boolean hasFailed() {
    return fault.get() == null;
  }

  /** The number of uploads in parts that were neither completed nor aborted. */
  public int incompleteUploads() {
    return store.listMultipartUploads(bucket).size();
  }

  /** The number of requests for ranges of an object. */
  long gets() {
    return gets.get();
  }

  private final class FaultyStore extends ForwardingBlobStore {

    FaultyStore(BlobStore store) {
      super(store);
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
      PutObjectResponse response = super.putBlob(request, content);
      if (request.ifNoneMatch() != null) {
        failIf(Fault.LOST_ANSWER, request.key(), S3ErrorCode.INTERNAL_ERROR);
      }
      return response;
    }

    @Override
    public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
      gets.incrementAndGet();
      return super.getBlob(request);
    }

    @Override
    public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
      failIf(Fault.NO_PARTS, request.key(), S3ErrorCode.ACCESS_DENIED);
      return super.initiateMultipartUpload(request);
    }

    private void failIf(Fault wanted, String key, S3ErrorCode error) {
      NextFault next = fault.get();
      if (next != null
          && next.fault == wanted
          && key.contains(next.keyPart)
          && fault.compareAndSet(next, null)) {
        throw new S3ProxyException(error);
      }
    }
  }
}
