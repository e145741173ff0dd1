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
  private final SharedRun.Member member;
  private final byte[] key;

  RunCommands(StoredNames names, SharedRun.Member member) {
    this.names = names;
    this.member = member;
    this.key = names.keyOf(member.run().id());
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
   * What came of the call.
   *
   * @param next what the state is called
   * @param happened how much has happened in it at least
   * @param halted whether it is halted
   * @param isNews whether all others are told that the run is halted, or halted no more
   * @param takesOver whether the time when it began is to be that of this process
   */
  byte[][] put(
      byte[] lease,
      Generation generation,
      byte[] next,
      long happened,
      boolean halted,
      boolean isNews,
      boolean takesOver) {
    Run run = member.run();
    long millis = member.millis();
    byte[] state = SavedRun.save(run, new Header(millis, 0));
    return new byte[][] {
      key,
      lease,
      names.number(generation.number()),
      generation.name(),
      next,
      state,
      names.number(happened),
      names.number(halted ? 1 : 0),
      gap(),
      takesOver ? names.number(millis) : StoredNames.NOTHING,
      isNews ? names.haltChannel() : StoredNames.NOTHING,
      isNews
          ? new HaltNews(
                  new RunName(run.task(), run.id()),
                  new StoredRun(generation, next, millis, happened, halted, state))
              .sealed(names)
          : StoredNames.NOTHING
    };
  }

  /** Of two states of a generation the one with more is further. */
  static long happened(Run run) {
    return run.usage().steps() + run.usage().turns();
  }

  private byte[] gap() {
    return names.number(member.gap().toMillis());
  }
}
