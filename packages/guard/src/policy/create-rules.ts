import { join } from 'node:path';
import type { ApprovalMode } from '@bowline/protocol';
import { isDeniedOutright, type PolicyFile } from '@bowline/policy';
import type { AgentParts, Decide } from '@bowline/runtime';
import { createCompiler, createDecide } from './create-decide.ts';
import { createFolderFinder } from './create-folder-finder.ts';
import { createGitInspector } from './create-git-inspector.ts';
import { createIgnoredFinder } from './create-ignored-finder.ts';
import { createLazyShellReader } from './lazy-shell-reader.ts';
import type { GuardParts } from './guard-parts.ts';
import { openGrants, type Grants } from './open-grants.ts';
import { readPolicyFiles } from './policy-files.ts';
import { createCheckerRunner } from '../safety/create-checker-runner.ts';
import { createSafetyChecks } from '../safety/create-safety-checks.ts';
import { createSpawn } from '../safety/spawn-program.ts';
import { toRealPath } from '../trust/to-real-path.ts';

/** The part of a tool that determines whether the model sees it. */
export type OfferedTool = Parameters<NonNullable<AgentParts['isOffered']>>[0];

/** The rules of a session. */
export interface Rules {
  readonly decide: Decide;
  /** Whether a tool is denied in a mode, whatever its arguments. */
  readonly isDenied: (tool: OfferedTool, mode: ApprovalMode) => boolean;
  /** Saves a rule, which applies from then on. */
  readonly keep: Grants['keep'];
  readonly problems: readonly string[];
}

/** Reads the rules once, and again after this or another process has saved or removed a grant. */
export function createRules(parts: GuardParts): Rules {
  const { workspace } = parts;
  const grants = parts.grants ?? openGrants(parts);
  let version = grants.version();
  let known: readonly PolicyFile[] = readPolicyFiles({ ...parts, grants });
  const files = (): readonly PolicyFile[] => {
    const current = grants.version();
    if (current === version) return known;
    version = current;
    known = readPolicyFiles({ ...parts, grants });
    return known;
  };
  const reader = createLazyShellReader(parts.grammars);
  const { isInteractive, canAsk } = parts;
  const compile = createCompiler({ ...parts, files });
  const inputs = {
    ...parts,
    files,
    project: parts.isTrusted ? toRealPath(parts.root) : undefined,
    readShell: async (line: string) => (await reader()).read(line),
    findFolder: createFolderFinder(workspace),
    findGitPrograms: createGitInspector(workspace),
    findIgnored: createIgnoredFinder(workspace),
    inspect: createSafetyChecks({
      ...parts,
      home: parts.workspaceHome ?? parts.home,
      agentFolders: [parts.bowlineHome],
    }),
    runChecker: createCheckerRunner({
      workspace,
      checkersFolder: join(parts.bowlineHome, 'checkers'),
      run: createSpawn(parts.environment),
    }),
  };
  const decide = createDecide(inputs, compile);
  return {
    decide: async (call, context) => {
      await grants.refresh?.();
      const decision = await decide(call, context);
      return call.name === 'apply_changes' ? { ...decision, canAsk } : decision;
    },
    // Only the host knows what its tool does. Unless it declares an effect, the tool may do anything.
    isDenied: ({ name, effect = 'execute' }, mode) =>
      isDeniedOutright(compile([]), { tool: name, effect }, { mode, isInteractive, canAsk }),
    keep: grants.keep,
    problems: known.flatMap(({ problems }) =>
      problems.map(({ file, line, message, hint }) => `${file}:${line}: ${message} (${hint})`),
    ),
  };
}
