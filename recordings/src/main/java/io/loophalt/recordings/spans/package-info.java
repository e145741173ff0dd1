/**
 * What spans say about an agent's work, in the names of those who write them: OpenTelemetry's
 * conventions in their forms so far, OpenInference, OpenLLMetry, Langfuse, MLflow, and what Spring
 * AI, Google ADK, Pydantic AI, Strands and Vercel's AI SDK call things.
 */
@NullMarked
package io.loophalt.recordings.spans;

import org.jspecify.annotations.NullMarked;
