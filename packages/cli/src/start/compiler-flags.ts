/**
 * Flags of V8 for the shell grammar. The optimizing compiler takes 500 MB for its one huge function, and saves
 * microseconds per command.
 */
export const compilerFlags = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;
