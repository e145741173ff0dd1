/** Graphs of LangGraph4j that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.langgraph4j;

import org.jspecify.annotations.NullMarked;
