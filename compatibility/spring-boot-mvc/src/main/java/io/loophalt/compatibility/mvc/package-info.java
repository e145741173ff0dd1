/** A web application whose requests are agents, without any framework for agents. */
@NullMarked
package io.loophalt.compatibility.mvc;

import org.jspecify.annotations.NullMarked;
