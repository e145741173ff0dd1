package io.loophalt.compatibility.quarkus;

import io.quarkiverse.langchain4j.RegisterAiService;

/** The agent. */
@RegisterAiService(chatLanguageModelSupplier = SceneModel.Supplier.class, tools = SceneTools.class)
public interface Assistant {

  /** Executes one task. */
  String chat(String question);
}
