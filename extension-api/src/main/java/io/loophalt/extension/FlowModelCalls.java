package io.loophalt.extension;

/**
 * Model calls of which some return a {@code Flow} of Kotlin's, whose elements are the pieces of the
 * answer.
 */
public interface FlowModelCalls extends ModelCalls {}
