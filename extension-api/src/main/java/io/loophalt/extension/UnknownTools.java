package io.loophalt.extension;

import java.util.List;

/**
 * Calls of the method in which a framework drops what the model asks for because there is no such
 * tool. Each is a step that failed, although nothing is executed.
 */
public non-sealed interface UnknownTools extends Role {

  /** What was asked for in vain; normally nothing. */
  List<ToolCalls.Request> misses(MethodCall call);
}
