/** The account of news: what each step of a run is worth, and the debt of steps that bring none. */
@NullMarked
package io.loophalt.core.detect.news;

import org.jspecify.annotations.NullMarked;
