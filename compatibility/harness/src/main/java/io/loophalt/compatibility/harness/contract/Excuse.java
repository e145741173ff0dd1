package io.loophalt.compatibility.harness.contract;

import java.util.List;

/**
 * Something that a framework cannot do, and why. The contract checks that it really cannot, and
 * that {@code docs/frameworks.md} says so.
 *
 * @param capability what it cannot do
 * @param ways the ways of using it in which it cannot; none if it cannot in any
 * @param reason the framework's own limit
 */
public record Excuse(Capability capability, List<String> ways, String reason) {

  /** Wants a reason. */
  public Excuse {
    ways = List.copyOf(ways);
    if (reason.isBlank() || reason.contains("|")) {
      throw new IllegalArgumentException("an excuse needs a reason that fits into a table");
    }
  }

  /** In every way of using the framework. */
  public static Excuse from(Capability capability, String reason) {
    return new Excuse(capability, List.of(), reason);
  }

  /**
   * From refusing a blocked tool, where the loop is the application's own, and so are the calls of
   * its tools.
   */
  public static Excuse fromRefusingTools() {
    return from(
        Capability.REFUSED_TOOLS,
        "the loop is the application's own, and calls its tools where no method of the library is:"
            + " nobody is there to refuse");
  }

  /** The same in some ways only. */
  public Excuse in(String... some) {
    return new Excuse(capability, List.of(some), reason);
  }

  boolean holdsFor(Capability asked, String way) {
    return capability == asked && (ways.isEmpty() || ways.contains(way));
  }

  /** Its row in the table of the documentation. */
  String row(String framework) {
    return "| %s | %s | %s | %s |"
        .formatted(
            framework,
            ways.isEmpty() ? "every way" : String.join(", ", ways),
            capability.inDocs(),
            reason);
  }
}
