import { join } from 'node:path';
import type { PolicyFile } from '@bowline/policy';
import type { Decide } from '@bowline/runtime';
import { createDecide } from './create-decide.ts';
import { createLazyShellReader } from './lazy-shell-reader.ts';
import type { GuardParts } from './guard-parts.ts';
import { readPolicyFiles, saveRule } from './policy-files.ts';
import { createCheckerRunner } from '../safety/create-checker-runner.ts';
import { createSafetyChecks } from '../safety/create-safety-checks.ts';
import { createSpawn } from '../safety/spawn-program.ts';

/** The rules of a session, read. */
export interface Rules {
  readonly decide: Decide;
  /** Saves a rule, which counts from then on. */
  readonly keep: (rule: string) => void;
  readonly problems: readonly string[];
}

/** Reads the rules once, and again when one is kept. */
export function createRules(parts: GuardParts): Rules {
  const { host } = parts;
  let files: readonly PolicyFile[] = readPolicyFiles(parts);
  const reader = createLazyShellReader(parts.grammars);
  return {
    decide: createDecide({
      ...parts,
      files: () => files,
      readShell: async (line) => (await reader()).read(line),
      inspect: createSafetyChecks({ ...parts, agentFolders: [parts.bowlineHome] }),
      runChecker: createCheckerRunner({
        host,
        checkersFolder: join(parts.bowlineHome, 'checkers'),
        run: createSpawn(parts.environment),
      }),
    }),
    keep: (rule) => {
      saveRule(parts.bowlineHome, rule);
      files = readPolicyFiles(parts);
    },
    problems: files.flatMap(({ problems }) =>
      problems.map(({ file, line, message, hint }) => `${file}:${line}: ${message} (${hint})`),
    ),
  };
}
