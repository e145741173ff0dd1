package io.loophalt.runtime.runs;

import io.loophalt.runtime.runs.Tombstones.Tombstone;
import org.jspecify.annotations.Nullable;

/**
 * What is to be known of a run when it is over: by which names it was found, of what conversation
 * it was a part, whether something is left that keeps them halted. Thread-safe.
 */
final class Remains {

  private static final String[] NONE = {};

  private volatile String[] aliases = NONE;
  private volatile boolean dropped;
  private boolean leftHalt;

  /** What was left of the run that this one goes on halted for; null for most. */
  private volatile @Nullable Tombstone revivedFrom;

  private volatile @Nullable HaltKey conversation;
  private volatile boolean ofConversation;
  private volatile long words;
  private volatile @Nullable StackTraceElement openedAt;

  /** Notes where the application opened the run. */
  void openedAt(StackTraceElement place) {
    openedAt = place;
  }

  /** Where the application opened the run, if that was noted. */
  @Nullable StackTraceElement openedAt() {
    return openedAt;
  }

  /** The run is over. */
  void keepAliases(String[] whenOver) {
    aliases = whenOver;
  }

  /** Further ids that led to the run when it was over. */
  String[] aliases() {
    return aliases;
  }

  /** Notes whether the run had to make room, and was neither reset nor closed since. */
  void drop(boolean nowDropped) {
    dropped = nowDropped;
  }

  boolean isDropped() {
    return dropped;
  }

  /** True for one caller, which has to leave what keeps the names of the run halted. */
  synchronized boolean leavesHalt() {
    boolean first = !leftHalt;
    leftHalt = true;
    return first;
  }

  /** The run was reset: what it may be halted for from now on is another halt. */
  synchronized void leavesHaltAgain() {
    leftHalt = false;
  }

  /** Notes that the run goes on halted for one that is over. */
  void reviveFrom(Tombstone left) {
    revivedFrom = left;
    words = left.words();
  }

  /** What was left of the run that this one goes on halted for; null for most. */
  @Nullable Tombstone revivedFrom() {
    return revivedFrom;
  }

  /** Says that the run is one part of a conversation with a person, not one execution. */
  void becomeConversation() {
    ofConversation = true;
  }

  /** The same, where others that are equal to {@code key} are the same conversation. */
  void becomeConversation(HaltKey key) {
    conversation = key;
    ofConversation = true;
  }

  boolean isConversation() {
    return ofConversation;
  }

  /** What tells the conversation apart; null if it is none, or is told apart by an object. */
  @Nullable HaltKey conversation() {
    return conversation;
  }

  /** A digest of what a person has said last; 0 if nothing is known of that. */
  long words() {
    return words;
  }

  void words(long digest) {
    words = digest;
  }

  /** The conversation goes on with another run. */
  synchronized void beginAnew() {
    leftHalt = false;
    revivedFrom = null;
  }
}
