package io.loophalt.compatibility.harness;

/** How the agent comes to an application. */
public sealed interface Guard {

  /** A configuration file that says nothing. */
  String DEFAULTS = "# nothing but the defaults\n";

  /** Not at all: what the application does by itself. */
  record Absent() implements Guard {
    @Override
    public String toString() {
      return "without the agent";
    }
  }

  /**
   * On the command line.
   *
   * @param configuration YAML
   */
  record AtStart(String configuration) implements Guard {
    @Override
    public String toString() {
      return "agent at start";
    }
  }

  /**
   * Into the running application, once it has reported {@code ready=true}; then it is sent {@code
   * go}.
   *
   * @param attacher who does it
   * @param configuration YAML
   */
  record Late(Attacher attacher, String configuration) implements Guard {
    @Override
    public String toString() {
      return "agent attached late by " + attacher;
    }
  }
}
