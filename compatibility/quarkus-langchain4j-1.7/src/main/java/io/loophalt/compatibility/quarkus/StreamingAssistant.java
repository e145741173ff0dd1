package io.loophalt.compatibility.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** The agent that tells of its answer as it comes. */
@ApplicationScoped
@RegisterAiService(
    streamingChatLanguageModelSupplier = SceneStreamingModel.Supplier.class,
    tools = SceneTools.class)
public interface StreamingAssistant {

  /** Executes one task for each subscriber. */
  @SystemMessage("{conversation}")
  Multi<String> chat(@MemoryId String conversation, @UserMessage String question);

  /** Executes one task when it is started. */
  @SystemMessage("{conversation}")
  TokenStream tell(@MemoryId String conversation, @UserMessage String question);
}
