package io.loophalt.compatibility.genai;

import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.Part;
import com.google.genai.types.Schema;
import com.google.genai.types.Tool;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A conversation whose loop is the application's. */
final class Contents implements WrittenLoop.Conversation {

  /** A way to have what is new in a conversation answered. */
  interface Way {

    /** The answer; of a stream, each chunk's. */
    List<Content> send(List<Content> said, GenerateContentConfig config) throws Exception;
  }

  private final Way way;
  private final GenerateContentConfig config;
  private final List<Part> said = new ArrayList<>();

  Contents(String conversation, Way way) {
    this.way = way;
    config =
        GenerateContentConfig.builder()
            .systemInstruction(Content.fromParts(Part.fromText(conversation)))
            .tools(Tool.builder().functionDeclarations(declarations()).build())
            .build();
  }

  private static List<FunctionDeclaration> declarations() {
    Schema input =
        Schema.builder()
            .type("OBJECT")
            .properties(Map.of("input", Schema.builder().type("STRING").build()))
            .build();
    return Scene.TOOLS.stream()
        .map(tool -> FunctionDeclaration.builder().name(tool).parameters(input).build())
        .toList();
  }

  @Override
  public Reply ask() throws Exception {
    List<Content> answer =
        way.send(List.of(Content.builder().role("user").parts(List.copyOf(said)).build()), config);
    said.clear();
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (Content content : answer) {
      for (Part part : content.parts().orElse(List.of())) {
        part.text().ifPresent(text::append);
        part.functionCall().ifPresent(call -> calls.add(requestOf(call)));
      }
    }
    return new Reply(text.toString(), calls, 0, 0);
  }

  private static ToolRequest requestOf(FunctionCall call) {
    return new ToolRequest(
        call.id().orElse(""),
        call.name().orElseThrow(),
        String.valueOf(call.args().orElseThrow().get("input")));
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    FunctionResponse.Builder response =
        FunctionResponse.builder()
            .name(call.tool())
            .response(Map.of(error ? "error" : "output", text));
    if (!call.id().isEmpty()) {
      response.id(call.id());
    }
    said.add(Part.builder().functionResponse(response.build()).build());
  }

  @Override
  public void say(String text) {
    said.add(Part.fromText(text));
  }
}
