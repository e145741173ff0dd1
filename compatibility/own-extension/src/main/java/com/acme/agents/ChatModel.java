package com.acme.agents;

/** A model, which applications implement or take from a provider. */
public abstract class ChatModel {

  /** One answer. */
  public final ChatAnswer chat(ChatRequest request) {
    return answer(request);
  }

  protected abstract ChatAnswer answer(ChatRequest request);
}
