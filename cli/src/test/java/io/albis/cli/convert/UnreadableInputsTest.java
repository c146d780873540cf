// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.apache.arrow.flatbuf.Field.addChildren;
import static org.apache.arrow.flatbuf.Field.addName;
import static org.apache.arrow.flatbuf.Field.addType;
import static org.apache.arrow.flatbuf.Field.addTypeType;
import static org.apache.arrow.flatbuf.Field.createChildrenVector;
import static org.apache.arrow.flatbuf.Field.endField;
import static org.apache.arrow.flatbuf.Field.startField;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import io.albis.cli.CliRun;
import io.albis.convert.internal.input.OrcTypes;
import io.albis.convert.internal.value.FailureReason;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.EncryptionAlgorithm;
import org.apache.orc.InMemoryKeystore;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose values would be others if they were read as usual, and what is no file of values. */
class UnreadableInputsTest {

  @TempDir private Path directory;

  private String failure(String name, byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve(name), bytes);
    CliRun run = albis("convert", file.toString(), directory.resolve("t").toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains(file.toString());
    assertThat(directory.resolve("t")).doesNotExist();
    return run.err();
  }

  @Test
  void saysWhatToDoWithFeatherOfVersion1() throws Exception {
    byte[] feather = Arrays.copyOf("FEA1".getBytes(US_ASCII), 200);
    assertThat(failure("a.feather", feather))
        .contains("it is a Feather file of version 1, which is no Arrow IPC file")
        .contains("rewrite it as version 2", "pyarrow.feather.write_feather(");
    assertThat(failure("short", "FEA1".getBytes(US_ASCII))).contains("Feather file of version 1");
  }

  @Test
  void saysThatAFileIsEmpty() throws Exception {
    assertThat(failure("a.orc", new byte[0])).contains("a.orc: it is empty");
  }

  /** Arrow's library for Java ignores the byte order. */
  @Test
  void refusesBigEndianArrow() throws Exception {
    assertThat(failure("a.arrows", stream(Endianness.Big, MetadataVersion.V5)))
        .contains("a.arrows as Arrow: its values are big endian");
    assertThat(failure("a.arrows", stream(Endianness.Little, (short) (MetadataVersion.V5 + 1))))
        .contains("its metadata is of version 6 (expected at most 5");
    Path little =
        Files.write(directory.resolve("b.arrows"), stream(Endianness.Little, MetadataVersion.V4));
    ok("convert", little.toString(), directory.resolve("u").toString());
  }

  /** Thirty levels of two fields each, in a kilobyte: a billion columns. */
  @Test
  void refusesArrowFieldsOfSeveralParents() throws Exception {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int field = Field.nullable("a", new ArrowType.Int(32, true)).getField(builder);
    for (int level = 0; level < 30; level++) {
      int children = createChildrenVector(builder, new int[] {field, field});
      int name = builder.createString("s");
      Struct_.startStruct_(builder);
      int type = Struct_.endStruct_(builder);
      startField(builder);
      addName(builder, name);
      addTypeType(builder, org.apache.arrow.flatbuf.Type.Struct_);
      addType(builder, type);
      addChildren(builder, children);
      field = endField(builder);
    }
    byte[] stream = stream(builder, field, Endianness.Little, MetadataVersion.V5);
    assertThat(failure("a.arrows", stream))
        .contains("a.arrows as Arrow: its schema has more fields than it has bytes for");
  }

  private static byte[] stream(short endianness, short version) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int field = Field.nullable("a", new ArrowType.Int(32, true)).getField(builder);
    return stream(builder, field, endianness, version);
  }

  /** A stream of a schema only. */
  private static byte[] stream(
      FlatBufferBuilder builder, int field, short endianness, short version) {
    int fields = org.apache.arrow.flatbuf.Schema.createFieldsVector(builder, new int[] {field});
    int schema = org.apache.arrow.flatbuf.Schema.createSchema(builder, endianness, fields, 0, 0);
    Message.finishMessageBuffer(
        builder, Message.createMessage(builder, version, MessageHeader.Schema, schema, 0, 0));
    byte[] message = builder.sizedByteArray();
    int length = (message.length + 7) / 8 * 8;
    return ByteBuffer.allocate(length + 16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(-1)
        .putInt(length)
        .put(message)
        .putInt(8 + length, -1)
        .array();
  }

  @Test
  void readsStreamsOfArrowBefore0Dot15() throws Exception {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (RootAllocator allocator = new RootAllocator();
        IntVector numbers = new IntVector("n", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(numbers);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(
                root,
                null,
                Channels.newChannel(stream),
                new IpcOption(true, org.apache.arrow.vector.types.MetadataVersion.V4))) {
      numbers.setSafe(0, 17);
      numbers.setNull(1);
      root.setRowCount(2);
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    assertThat(stream.toByteArray()[0]).as("no mark before the length").isNotEqualTo((byte) -1);
    Path file = Files.write(directory.resolve("early"), stream.toByteArray());
    ok("convert", file.toString(), directory.resolve("t").toString(), "--verify");
    assertThat(ok("cat", directory.resolve("t").toString()))
        .isEqualTo("{\"n\":17}\n{\"n\":null}\n");
  }

  /** A reader without the key sees nulls, or hashes of the values. */
  @Test
  void refusesEncryptedColumnsOfOrc() throws Exception {
    TypeDescription type =
        TypeDescription.fromString("struct<a:string,s:struct<b:string,c:string>>");
    Path file = directory.resolve("a.orc");
    InMemoryKeystore keys = new InMemoryKeystore();
    keys.addKey("pii", EncryptionAlgorithm.AES_CTR_128, new byte[16]);
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(OrcTypes.configuration())
                .setSchema(type)
                .setKeyProvider(keys)
                .encrypt("pii:s.c")
                .masks("nullify:s.c"))) {
      VectorizedRowBatch batch = type.createRowBatch();
      ((BytesColumnVector) batch.cols[0]).setVal(0, new byte[] {'x'});
      batch.cols[1].noNulls = false;
      batch.cols[1].isNull[0] = true;
      batch.size = 1;
      writer.addRowBatch(batch);
    }
    String table = directory.resolve("t").toString();
    CliRun run = albis("convert", file.toString(), table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .contains("Cannot convert " + file + ": column s.c is encrypted, with the key pii")
        .contains("exclude it with --columns");
    ok("convert", file.toString(), table, "--columns", "a", "--verify");
    assertThat(ok("cat", table)).isEqualTo("{\"a\":\"x\"}\n");
  }

  /** What a library says of damage is not understood without what is behind it. */
  @Test
  void saysThatAFileIsDamaged() {
    assertThat(FailureReason.of(new IndexOutOfBoundsException("Index 2")))
        .isEqualTo("it seems damaged (IndexOutOfBoundsException: Index 2)");
    assertThat(
            FailureReason.of(
                new IOException("Problem opening stripe 0.", new IOException("bad length"))))
        .isEqualTo("Problem opening stripe 0: bad length");
    assertThat(FailureReason.of(new IOException("a: b", new IOException("b")))).isEqualTo("a: b");
  }
}
