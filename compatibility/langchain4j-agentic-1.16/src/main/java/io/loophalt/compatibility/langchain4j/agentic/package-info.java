/** Agents composed of agents on LangChain4j, which have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.langchain4j.agentic;

import org.jspecify.annotations.NullMarked;
