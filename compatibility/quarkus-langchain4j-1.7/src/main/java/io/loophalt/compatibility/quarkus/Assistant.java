package io.loophalt.compatibility.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** The agent. */
@ApplicationScoped
@RegisterAiService(chatLanguageModelSupplier = SceneModel.Supplier.class, tools = SceneTools.class)
public interface Assistant {

  /** Executes one task. */
  @SystemMessage("{conversation}")
  String chat(@MemoryId String conversation, @UserMessage String question);
}
