package io.loophalt.store;

import io.loophalt.PrintableText;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.store.RunScripts.Question;
import io.loophalt.store.link.ServerHistory;
import io.loophalt.store.link.Trial;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How things are called in the store: runs by a digest of their ids under the digest key, so that
 * nobody reads there what an application calls them. Thread-safe.
 */
final class StoredNames {

  /** No state, and no call. */
  static final byte[] NONE = {'-'};

  static final byte[] NOTHING = {};

  /** For so long a server keeps what it was tried with. */
  private static final long PROBE_MILLIS = 1_000;

  private final String prefix;

  /** What processes share, for a person. */
  private final String shared;

  private final byte[] haltChannel;
  private final byte[] keyOfFreeze;
  private final byte[] keyOfKeyMarks;
  private final String prefixOfRehearsals;
  private final String prefixOfBudgets;
  private final String prefixOfMemory;
  private final DigestKey digestKey;
  private final Warnings warnings;

  StoredNames(StorePolicy policy, DigestKey digestKey, Log log) {
    this.prefix = policy.keyPrefix() + ":run:";
    this.haltChannel = ascii(policy.keyPrefix() + ":halts");
    this.keyOfFreeze = ascii(policy.keyPrefix() + ":freeze:" + digestKey.nameOf("freeze"));
    this.keyOfKeyMarks = ascii(policy.keyPrefix() + ":digest-keys");
    this.shared = policy.place() + " under the key-prefix '" + policy.keyPrefix() + '\'';
    this.prefixOfRehearsals = policy.keyPrefix() + ":rehearsal:";
    this.prefixOfBudgets = policy.keyPrefix() + ":budget:";
    this.prefixOfMemory = policy.keyPrefix() + ":memory:";
    this.digestKey = digestKey;
    this.warnings = new Warnings(log);
  }

  /**
   * The key of a run. What stands in braces says which server of a cluster has it: whatever else is
   * kept of the run and has the same there is beside it.
   */
  byte[] keyOf(String runId) {
    return ascii(prefix + '{' + digestKey.nameOf(runId) + '}');
  }

  /** The key of a run that is kept beside the outermost one around it. */
  byte[] keyOf(String outermostId, String runId) {
    return ascii(prefix + '{' + digestKey.nameOf(outermostId) + "}:" + digestKey.nameOf(runId));
  }

  /** The key of what was used of a budget in a period. */
  byte[] keyOfBudget(String name, long startMillis, long endMillis) {
    return ascii(prefixOfBudgets + digestKey.nameOf(startMillis + "-" + endMillis + ' ' + name));
  }

  /** The key of the past loops that are known under the digest key. */
  byte[] keyOfMemory() {
    return ascii(prefixOfMemory + digestKey.nameOf("memory"));
  }

  /** The key of what a person has told all JVMs that have the digest key. */
  byte[] keyOfFreeze() {
    return keyOfFreeze.clone();
  }

  /** Under which processes say which digest keys they have. */
  byte[] keyOfKeyMarks() {
    return keyOfKeyMarks.clone();
  }

  /** By which a digest key is known from others, and by which nobody can guess it. */
  byte[] keyMark() {
    return ascii(digestKey.nameOf("mark of this key"));
  }

  /** The key of a run that is none. */
  byte[] keyOfRehearsal() {
    return ascii(prefixOfRehearsals + UUID.randomUUID());
  }

  /** What the keys of all runs match. */
  byte[] ofAll() {
    return ascii(prefix + '*');
  }

  /** On which channel a process tells all others of halts. */
  byte[] haltChannel() {
    return haltChannel.clone();
  }

  /** Bytes that only who has the digest key opens. */
  byte[] seal(byte[] plain) {
    return digestKey.seal(plain);
  }

  /**
   * What {@link #seal} has made.
   *
   * @param what what to call it in messages
   * @throws IOException if it is sealed under another key, or damaged
   */
  byte[] open(String what, byte[] sealed) throws IOException {
    return digestKey.open(what, sealed);
  }

  /** What a run is called, for who has the digest key. */
  byte[] sealed(RunName name) {
    byte[] task = name.task().getBytes(StandardCharsets.UTF_8);
    byte[] id = name.id().getBytes(StandardCharsets.UTF_8);
    return digestKey.seal(
        ByteBuffer.allocate(Integer.BYTES + task.length + id.length)
            .putInt(task.length)
            .put(task)
            .put(id)
            .array());
  }

  /**
   * What {@link #sealed} says.
   *
   * @throws IOException if it is sealed under another key, or damaged
   */
  RunName opened(byte[] sealed) throws IOException {
    ByteBuffer names = ByteBuffer.wrap(digestKey.open("a run's name", sealed));
    byte[] task = new byte[names.getInt()];
    names.get(task);
    return new RunName(
        new String(task, StandardCharsets.UTF_8), StandardCharsets.UTF_8.decode(names).toString());
  }

  /**
   * What a run is called.
   *
   * @param task the task's name
   * @param id as it stands in commands
   */
  record RunName(String task, String id) {}

  /** With what a server is tried. */
  Trial trial() {
    Generation first = new Generation(1, NONE);
    Question question = new Question(NONE, PROBE_MILLIS, NONE, first, NOTHING, NOTHING);
    byte[][] given = RunScripts.asking(List.of(), ascii("probe"), List.of(question));
    return new Trial(
        ascii(prefix + "probe"), RunScripts.ACQUIRE, given, RunScripts.LOOK, new byte[][] {NONE});
  }

  /** A name that nothing else has. */
  byte[] another() {
    return ascii(UUID.randomUUID().toString());
  }

  /** As a script reads it. */
  static byte[] number(long value) {
    return ascii(Long.toString(value));
  }

  Warnings warnings() {
    return warnings;
  }

  /** Says once for each task that a state is of no use here. */
  void tellUnreadable(String task, IOException why) {
    warnings.once(
        "state of " + task,
        "a run of task '"
            + PrintableText.name(task)
            + "' is judged in this JVM alone: "
            + why.getMessage());
  }

  /** Says once that others never meet this process. */
  void tellOtherKey() {
    warnings.once(
        "another digest key",
        "another JVM shares the store at "
            + shared
            + " and has another digest key: neither knows of the runs, halts and budgets of the"
            + " other. Give all JVMs the same file as 'digest-key', or others a 'key-prefix' of"
            + " their own");
  }

  /**
   * Says once for each history of a server that what others have done may be missing there.
   *
   * @param there null if the server does not tell its history
   */
  void tellCountedAnew(@Nullable ServerHistory there) {
    warnings.once(
        "counted anew with " + (there == null ? "" : there.name()),
        "the store may have lost what other JVMs have done: in runs that go on, repetition is"
            + " counted anew, so that a halt may come later");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
