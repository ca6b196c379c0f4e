/**
 * Flags of V8 for the shell grammar. The optimizing compiler takes 500 MB for its one huge function, and saves
 * microseconds per command.
 */
export const compilerFlags = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;
/** The defaults. Flags that differ make a thread start twice as slowly, because V8 then compiles all of Node again. */
export const defaultFlags = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'] as const;
