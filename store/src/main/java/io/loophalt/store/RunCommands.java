package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.SavedRun.Header;
import io.loophalt.store.StoredNames.RunName;

/**
 * What a process asks and tells the server of one run: the keys and arguments of {@link Script}s.
 */
final class RunCommands {

  /** For how long nobody else judges if this process is killed in the middle of a call. */
  private static final long LEASE_MILLIS = 1_000;

  private final StoredNames names;
  private final Member member;
  private final byte[] key;

  RunCommands(StoredNames names, Member member) {
    this.names = names;
    this.member = member;
    this.key = names.keyOf(member.run().id());
  }

  /** Whether the server that has the run was there when it was asked last. */
  boolean isThere(RedisLink link) {
    return link.isThere(key);
  }

  /**
   * May this process judge a call?
   *
   * @param lease a name for the call
   * @param base the state that is known
   * @param before the call before, which may be under way there though it is over
   * @param ifNone which generation this is if there is none
   * @param isFirst whether this process has not asked before
   */
  byte[][] acquire(byte[] lease, byte[] base, byte[] before, Generation ifNone, boolean isFirst) {
    return new byte[][] {
      key,
      lease,
      names.number(LEASE_MILLIS),
      base,
      gap(),
      before,
      names.number(ifNone.number()),
      ifNone.name(),
      isFirst ? names.sealed(member.run()) : StoredNames.NOTHING
    };
  }

  /** What is there? */
  byte[][] look(byte[] base) {
    return new byte[][] {key, base};
  }

  /** The call was not judged. */
  byte[][] release(byte[] lease) {
    return new byte[][] {key, lease};
  }

  /** The run is over. */
  byte[][] end(Generation generation) {
    return new byte[][] {key, generation.name(), names.another(), gap()};
  }

  /**
   * What came of a call.
   *
   * @param generation in which it was
   * @param state what the state is called
   * @param happened how often something was judged until then, by whomever
   * @param isHalted whether it is halted
   * @param isNews whether all others are told that it is, or is no more
   * @param takesOver whether the time when it began is to be that of this process
   */
  @SuppressWarnings("ArrayRecordComponent") // a name, never compared here
  record Told(
      Generation generation,
      byte[] state,
      long happened,
      boolean isHalted,
      boolean isNews,
      boolean takesOver) {}

  /** That came of the call. */
  byte[][] put(byte[] lease, Told told) {
    Run run = member.run();
    long millis = member.millis();
    byte[] state = SavedRun.save(run, new Header(millis, 0));
    return new byte[][] {
      key,
      lease,
      names.number(told.generation().number()),
      told.generation().name(),
      told.state(),
      state,
      names.number(told.happened()),
      names.number(told.isHalted() ? 1 : 0),
      gap(),
      told.takesOver() ? names.number(millis) : StoredNames.NOTHING,
      told.isNews() ? names.haltChannel() : StoredNames.NOTHING,
      told.isNews() ? news(told, millis, state) : StoredNames.NOTHING
    };
  }

  private byte[] news(Told told, long millis, byte[] state) {
    Run run = member.run();
    StoredRun stored =
        new StoredRun(
            told.generation(), told.state(), millis, told.happened(), told.isHalted(), state);
    return new HaltNews(new RunName(run.task(), run.id()), stored).sealed(names);
  }

  private byte[] gap() {
    return names.number(member.gap().toMillis());
  }
}
