/** Support for Spring AI Alibaba's agent framework. */
@NullMarked
package io.loophalt.frameworks.alibaba;

import org.jspecify.annotations.NullMarked;
