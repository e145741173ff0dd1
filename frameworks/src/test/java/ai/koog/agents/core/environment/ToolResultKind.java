package ai.koog.agents.core.environment;

/** The shape of Koog's interface of this name. */
public interface ToolResultKind {

  /** An object of Kotlin's. */
  final class Success implements ToolResultKind {
    public static final Success INSTANCE = new Success();

    private Success() {}
  }
}
