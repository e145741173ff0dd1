package io.loophalt.compatibility.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** The agent whose one tool is another agent. */
@ApplicationScoped
@RegisterAiService(
    streamingChatLanguageModelSupplier = SceneStreamingModel.Supplier.class,
    tools = Colleague.class)
public interface Manager {

  /** Executes one task for each subscriber. */
  @SystemMessage("{conversation}")
  Multi<String> chat(@MemoryId String conversation, @UserMessage String question);
}
