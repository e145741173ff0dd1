package io.loophalt.store;

import io.loophalt.runtime.invocation.Patience;
import io.loophalt.store.Holds.Held;
import io.loophalt.store.RunScripts.Question;
import io.loophalt.store.StoredNames.RunName;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.ServerHistory;
import io.loophalt.store.link.StoreConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the store keeps a run: under its own name, or beside the outermost of the runs around it,
 * so that one script reaches all of them. Under its own name there is then where that is, because
 * whoever joins it knows no more than its name.
 *
 * @param key of the run
 * @param around the runs around it, outermost first
 * @param entry what says so under its own name; null where nothing does
 * @param found as it was found, if it is kept under its own name and is to be entered
 */
@SuppressWarnings("ArrayRecordComponent") // as they came, and never compared as a whole
record RunPlace(byte[] key, List<Above> around, byte @Nullable [] entry, @Nullable Found found) {

  private static final byte FORMAT = 1;
  private static final int ENTRY_ID = 16;
  private static final long PAUSE_NANOS = 200_000;

  /**
   * A run around another one.
   *
   * @param name what it is called
   * @param generation which of its id; null if that is not known
   */
  record Above(RunName name, @Nullable Generation generation) {

    boolean isSame(Above other) {
      return name.equals(other.name)
          && (generation == null
              || other.generation == null
              || generation.isSame(other.generation));
    }
  }

  /**
   * A run that is being looked for.
   *
   * @param name what it is called
   * @param around the runs in which it begins if it is not there, outermost first
   * @param ifNone which generation it is then
   * @param gap after so much silence it is over
   */
  record Sought(RunName name, List<Above> around, Generation ifNone, Duration gap) {}

  /**
   * A run as it was found.
   *
   * @param run what the store knows of it
   * @param there of the server that has said so; null if that is not known
   * @param held by which nobody else judges in it; null if others may
   */
  record Found(StoredRun run, @Nullable ServerHistory there, @Nullable Held held) {}

  /** That of a run that nothing is around. */
  static RunPlace alone(byte[] key) {
    return new RunPlace(key, List.of(), null, null);
  }

  /**
   * Looks for a run, and begins it if it is not there.
   *
   * @param holds where nobody else is to judge in it if it is kept under its own name, and nobody
   *     does just now; else null
   * @return null if the store did not answer in time
   * @throws IOException if nobody here can read where it is
   */
  static @Nullable RunPlace find(
      RedisLink link, StoredNames names, Sought sought, @Nullable Holds holds, Patience patience)
      throws IOException {
    if (patience.isOver()) {
      return null;
    }
    byte[] ownKey = names.keyOf(sought.name().id());
    Question asked =
        new Question(
            StoredNames.NONE,
            sought.gap().toMillis(),
            StoredNames.NONE,
            sought.ifNone(),
            names.sealed(sought.name()),
            StoredNames.NOTHING);
    byte[] around = sought.around().isEmpty() ? StoredNames.NOTHING : entryOf(sought, names);
    byte[] kept = StoredNames.number(keptFor(sought.gap()).toMillis());
    byte[] call = holds == null || !holds.pay() ? StoredNames.NOTHING : names.another();
    while (true) {
      byte[][] question = RunScripts.asking(List.of(ownKey), call, List.of(asked), around, kept);
      long askedNanos = System.nanoTime();
      Answer answer = link.ask(RunScripts.FIND, patience, question);
      if (answer == null) {
        if (holds != null && call.length != 0) {
          holds.hold(call, List.of(ownKey), askedNanos); // The server may have heard it.
        }
        return null;
      }
      byte[] entry;
      StoredRun found;
      try {
        entry = StoredRun.aroundIn(answer.content());
        found = entry == null ? StoredRun.firstOf(answer.content()) : null;
      } catch (RuntimeException notOurs) {
        link.drop(answer.connection(), notOurs); // This is no answer of a Redis.
        return null;
      }
      StoreConnection on = answer.connection();
      if (found == null) {
        link.giveBack(on);
      } else {
        ServerHistory there = on.history();
        Held held = null;
        if (holds == null || call.length == 0) {
          link.giveBack(on);
        } else {
          held = holds.hold(call, List.of(ownKey), askedNanos, on);
        }
        return new RunPlace(ownKey, List.of(), null, new Found(found, there, held));
      }
      if (entry != null) {
        return read(names, sought.name(), entry);
      }
      call = StoredNames.NOTHING; // Another process judges a call of it just now.
      if (!patience.pause(PAUSE_NANOS)) {
        return null;
      }
    }
  }

  /** What says under its own name where a run is that something is around. */
  static byte[] entryOf(Sought sought, StoredNames names) {
    return names.seal(written(sought.around(), sought.name()));
  }

  /**
   * Where a run is that something is around.
   *
   * @throws IOException if nobody here can read that, which a person is told of
   */
  static RunPlace read(StoredNames names, RunName name, byte[] entry) throws IOException {
    try {
      List<Above> around = opened(names.open("what is around a run", entry), name);
      return new RunPlace(names.keyOf(around.get(0).name().id(), name.id()), around, entry, null);
    } catch (IOException useless) {
      names.tellUnreadable(name.task(), useless);
      throw useless;
    }
  }

  /**
   * Whoever joins the run next is not led here.
   *
   * @param ownKey under its own name
   * @return false if the store did not answer in time
   */
  boolean forget(RedisLink link, byte[] ownKey, Patience patience) {
    if (entry == null) {
      return true;
    }
    Answer answer = link.ask(RunScripts.FORGET, patience, new byte[][] {ownKey, entry});
    if (answer == null) {
      return false;
    }
    link.giveBack(answer.connection());
    return true;
  }

  /**
   * Whoever joins a run that is kept beside another one is led there for as long as its halt is
   * kept.
   *
   * @param ownKey under its own name
   * @param gap after so much silence it is over without a halt
   * @param haltMillis for how long a halt is kept; 0 where there is none any more
   * @return false if the store did not answer in time
   */
  static boolean keep(
      RedisLink link, byte[] ownKey, Duration gap, long haltMillis, Patience patience) {
    Answer answer = link.ask(RunScripts.KEEP, patience, keeping(ownKey, gap, haltMillis));
    if (answer == null) {
      return false;
    }
    link.giveBack(answer.connection());
    return true;
  }

  /** Key and arguments of {@link RunScripts#KEEP}. */
  static byte[][] keeping(byte[] ownKey, Duration gap, long haltMillis) {
    long kept = haltMillis == 0 ? 0 : keptFor(Duration.ofMillis(haltMillis)).toMillis();
    return new byte[][] {
      ownKey, StoredNames.number(kept), StoredNames.number(keptFor(gap).toMillis())
    };
  }

  /** What no other entry is called: its key's id and its nonce; empty where there is none. */
  byte[] entryId() {
    return entry == null ? StoredNames.NOTHING : Arrays.copyOf(entry, ENTRY_ID);
  }

  /** Whether it is known what says under its own name where it is, if anything must. */
  boolean isSaid() {
    return around.isEmpty() || entry != null;
  }

  /** The same, as another entry says. */
  RunPlace saidBy(RunPlace other) {
    return new RunPlace(key, around, other.entry(), null);
  }

  /** That of a run around this one. */
  RunPlace ofOneAround(StoredNames names, int index) {
    String root = around.get(0).name().id();
    byte[] itsKey =
        index == 0 ? names.keyOf(root) : names.keyOf(root, around.get(index).name().id());
    return new RunPlace(itsKey, around.subList(0, index), null, null);
  }

  /** What is around a run that is begun inside this one. */
  List<Above> aroundInside(RunName own, @Nullable Generation generation) {
    List<Above> all = new ArrayList<>(around);
    all.add(new Above(own, generation));
    return all;
  }

  /** Whether these are the runs around it. */
  boolean isInside(List<Above> others) {
    boolean same = around.size() == others.size();
    for (int i = 0; same && i < others.size(); i++) {
      same = around.get(i).isSame(others.get(i));
    }
    return same;
  }

  /**
   * For how long it is kept where a run is: longer than the run, which does not prolong that with
   * each of its calls.
   */
  static Duration keptFor(Duration gap) {
    return gap.plus(renewedAfter(gap).multipliedBy(2));
  }

  /** After so long it is told again where a run is. */
  static Duration renewedAfter(Duration gap) {
    Duration some = gap.dividedBy(16);
    return some.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofMinutes(1) : some;
  }

  /** With the name of the run itself, so that what is said of one is not believed of another. */
  private static byte[] written(List<Above> around, RunName name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(FORMAT);
      write(name.id(), out);
      out.writeInt(around.size());
      for (Above each : around) {
        write(each.name().task(), out);
        write(each.name().id(), out);
        Generation generation = each.generation();
        out.writeBoolean(generation != null);
        if (generation != null) {
          out.writeLong(generation.number());
          out.writeInt(generation.name().length);
          out.write(generation.name());
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static List<Above> opened(byte[] plain, RunName name) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain));
    if (in.readByte() != FORMAT) {
      throw new IOException("what is around the run is said in another version");
    }
    if (!readText(in).equals(name.id())) {
      throw new IOException("what is around another run is said of it");
    }
    List<Above> around = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      RunName each = new RunName(readText(in), readText(in));
      Generation generation =
          in.readBoolean() ? new Generation(in.readLong(), in.readNBytes(in.readInt())) : null;
      around.add(new Above(each, generation));
    }
    if (around.isEmpty()) {
      throw new IOException("nothing is said to be around the run");
    }
    return around;
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
