package io.loophalt.extension;

/**
 * Calls of the method with which a framework's loop sends its requests from inside one model call:
 * the first one, and one more after the tools that each answer asks for. Its arguments are the
 * request and the answer before, null at the first. Here a halted run finishes, and an escalated
 * one goes on with another model, while the model call that they are in is under way.
 *
 * <p>The choke point must be {@linkplain ChokePoint#rewriting() rewriting}. The method may be
 * called on any thread: what is to be changed is found by the answer before.
 *
 * <p>A loop may call its tools where nobody sees it, and count its turns nowhere: where an answer
 * was not counted by {@link ToolTurns}, it is a turn here, and if no step was taken since, the
 * results in the request are read.
 *
 * @param changes how to change the requests; if it is an {@link
 *     io.loophalt.extension.sdk.SdkModelCalls}, it reads the answers before, too, and the results
 */
public record LoopRequests(RequestChanges changes) implements Role {}
