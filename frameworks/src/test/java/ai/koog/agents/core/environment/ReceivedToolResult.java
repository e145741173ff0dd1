package ai.koog.agents.core.environment;

import ai.koog.serialization.JSONObject;
import java.util.List;

/** The shape of Koog's data class of this name. */
public record ReceivedToolResult(
    String id,
    String tool,
    JSONObject toolArgs,
    String toolDescription,
    String output,
    ToolResultKind resultKind,
    Object result,
    List<Object> parts,
    Object metaInfo) {

  /** What Kotlin's compiler adds where parameters have defaults. */
  public ReceivedToolResult(
      String id,
      String tool,
      JSONObject toolArgs,
      int given,
      Object m1,
      Object m2,
      Object m3,
      Object m4,
      Object m5,
      Object m6) {
    this(id, tool, toolArgs, null, null, null, null, null, null);
    throw new UnsupportedOperationException("not for callers");
  }

  public List<Object> getParts() {
    return parts;
  }

  public String component1() {
    return id;
  }

  public String component2() {
    return tool;
  }

  public JSONObject component3() {
    return toolArgs;
  }

  public String component4() {
    return toolDescription;
  }

  public String component5() {
    return output;
  }

  public ToolResultKind component6() {
    return resultKind;
  }

  public Object component7() {
    return result;
  }

  public List<Object> component8() {
    return parts;
  }

  public Object component9() {
    return metaInfo;
  }

  public ReceivedToolResult copy(
      String id,
      String tool,
      JSONObject toolArgs,
      String toolDescription,
      String output,
      ToolResultKind resultKind,
      Object result,
      List<Object> parts,
      Object metaInfo) {
    return new ReceivedToolResult(
        id, tool, toolArgs, toolDescription, output, resultKind, result, parts, metaInfo);
  }
}
