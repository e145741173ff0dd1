package ai.koog.prompt.message;

import ai.koog.utils.time.KoogClock;

/** The shape of Koog's data class of this name. */
public record RequestMetaInfo(KoogClock madeBy) {

  public static final Factory Companion = new Factory();

  /** A companion object of Kotlin's. */
  public static final class Factory {
    public RequestMetaInfo create(KoogClock clock) {
      return new RequestMetaInfo(clock);
    }
  }
}
