/** An agent on LangChain4j that has never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.langchain4j;

import org.jspecify.annotations.NullMarked;
