package ai.koog.utils.time;

/** The shape of Koog's interface of this name. */
public final class KoogClock {

  public static final KoogClock System = new KoogClock();

  private KoogClock() {}
}
