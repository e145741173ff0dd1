/** Support for LangGraph4j. */
@NullMarked
package io.loophalt.frameworks.langgraph4j;

import org.jspecify.annotations.NullMarked;
