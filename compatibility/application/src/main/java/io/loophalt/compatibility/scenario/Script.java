package io.loophalt.compatibility.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the model does, call by call. Stuck scripts go on to {@link Scene#CAP}. */
public enum Script {
  /** Asks for the same search for ever. */
  IDENTICAL_CALLS(true) {
    @Override
    List<String[]> calls(int call) {
      return one("search", "timeout");
    }
  },
  /** Three calls in turn, for ever. */
  THREE_STEP_CYCLE(true) {
    @Override
    List<String[]> calls(int call) {
      return switch (call % 3) {
        case 1 -> one("search", "timeout");
        case 2 -> one("open", "server.yaml");
        default -> one("open", "client.yaml");
      };
    }
  },
  /** Words its attempt differently each time, and meets the same error. */
  REPHRASED_ERRORS(true) {
    @Override
    List<String[]> calls(int call) {
      return one("check", "is the service up? " + Prose.of("attempt " + call));
    }
  },
  /** Talks about what it will do and asks for no tool. Played over several tasks. */
  NARRATION(true) {
    @Override
    List<String[]> calls(int call) {
      return List.of();
    }

    @Override
    String answer(int call, boolean toolsOffered) {
      return call > Scene.CAP ? "DONE" : "Now I will look at the configuration.";
    }
  },
  /** Runs the tests again and again and never edits anything. */
  TESTS_WITHOUT_EDITS(true) {
    @Override
    List<String[]> calls(int call) {
      return one("run_tests", "all");
    }
  },
  /** Does new things all the time and burns tokens, twice as many as all others. */
  TOKEN_CEILING(true) {
    @Override
    List<String[]> calls(int call) {
      return one("get_page", "chapter " + Prose.of("chapter " + call));
    }

    @Override
    int burnt(int usually) {
      return 2 * usually;
    }
  },
  /** A job whose progress moves until it is done. */
  MOVING_POLL(false) {
    @Override
    List<String[]> calls(int call) {
      return call > MANY ? List.of() : one("job_status", "job 42");
    }
  },
  /** Many files, and the tool never says more than ok. */
  MANY_FILES(false) {
    @Override
    List<String[]> calls(int call) {
      return call > MANY ? List.of() : one("write_file", "f" + call + ".txt: body " + call);
    }
  },
  /** Many pages of a list. */
  MANY_PAGES(false) {
    @Override
    List<String[]> calls(int call) {
      return call > MANY ? List.of() : one("get_page", "" + call);
    }
  },
  /** Edits and tests in turn while the number of failures shrinks. */
  EDIT_TEST_CYCLE(false) {
    @Override
    List<String[]> calls(int call) {
      if (call > 16) {
        return List.of();
      }
      return call % 2 == 1 ? one("edit_file", "change " + call) : one("run_tests", "all");
    }
  },
  /** Three different tools in each turn, which a framework may run at the same time. */
  CONCURRENT_TOOLS(false) {
    @Override
    List<String[]> calls(int call) {
      if (call > 6) {
        return List.of();
      }
      return List.of(
          new String[] {"get_page", "a" + call},
          new String[] {"get_page", "b" + call},
          new String[] {"get_page", "c" + call});
    }
  },
  /** Asks one question twice and is content. Harmless once, a loop if conversations were mixed. */
  SAME_QUESTION(false) {
    @Override
    List<String[]> calls(int call) {
      return call > 2 ? List.of() : one("search", "opening hours");
    }
  },
  /** Makes the same call three times and is content. Played in many conversations only. */
  THREE_SEARCHES(false) {
    @Override
    List<String[]> calls(int call) {
      return call > 3 ? List.of() : one("search", "opening hours");
    }
  },
  /** Reads new pages for ever, until a person halts it. */
  HALTED_BY_A_PERSON(true) {
    @Override
    List<String[]> calls(int call) {
      return one("get_page", "" + call);
    }
  },
  /** Reads new pages, and a person makes it wait between two. */
  HELD_BY_A_PERSON(false) {
    @Override
    List<String[]> calls(int call) {
      return call > 5 ? List.of() : one("get_page", "" + call);
    }
  },
  /** Reads pages, and asks at last for a tool that a person has blocked. */
  BLOCKED_BY_A_PERSON(false) {
    @Override
    List<String[]> calls(int call) {
      return call > Scene.STEERED_AT
          ? List.of()
          : call == Scene.STEERED_AT ? one("open", "the gate") : one("get_page", "" + call);
    }
  },
  /** Is halted for what it repeats; a person lets it go on, and it is content. */
  RESUMED_BY_A_PERSON(false) {
    @Override
    List<String[]> calls(int call) {
      return call > 7 ? List.of() : one("search", "timeout");
    }
  },
  /** Answers every question at once, with what it has not said before. Played as a chat only. */
  TALK(false) {
    @Override
    List<String[]> calls(int call) {
      return List.of();
    }

    @Override
    String answer(int call, boolean toolsOffered) {
      return "As to that, " + Prose.ofLetters(call) + " and " + Prose.ofLetters(call + 1000) + ".";
    }
  };

  /** So often a healthy script does alike, which is more than any that is stuck may. */
  private static final int MANY = 20;

  /** Those that are played one by one in every way of using a framework. */
  public static List<Script> playedAlone() {
    List<Script> all = new ArrayList<>(List.of(values()));
    all.removeAll(List.of(THREE_SEARCHES, TALK));
    all.removeAll(steered());
    return all;
  }

  /** Those in which a person steers the run, at its third model call. */
  public static Set<Script> steered() {
    return EnumSet.range(HALTED_BY_A_PERSON, RESUMED_BY_A_PERSON);
  }

  private final boolean stuck;

  Script(boolean stuck) {
    this.stuck = stuck;
  }

  /** Whether the script makes no progress or has no end. */
  public boolean isStuck() {
    return stuck;
  }

  /** Name and input of the tools it asks for at a model call, from 1 on; none to end. */
  abstract List<String[]> calls(int call);

  /** Its text when it asks for no tools. */
  String answer(int call, boolean toolsOffered) {
    return toolsOffered
        ? "answer to " + name() + " after " + call + " calls"
        : "partial answer to " + name() + " after " + call + " calls";
  }

  /** Its tokens in one direction at a call, where others have so many. */
  int burnt(int usually) {
    return usually;
  }

  private static List<String[]> one(String tool, String input) {
    return List.<String[]>of(new String[] {tool, input});
  }
}
