import { setFlagsFromString } from 'node:v8';

/** Keeps the shell grammar small, as the CLI does: the optimizing compiler takes 500 MB for it. */
export function useBaselineCompiler(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
