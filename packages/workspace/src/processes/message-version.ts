/** Increase when an owner and a supervisor of different versions could misunderstand each other. */
export const MESSAGE_VERSION = 5;

/** The longest line that either side reads: a command and its environment, with a margin. */
export const MAX_LINE = 8_000_000;
