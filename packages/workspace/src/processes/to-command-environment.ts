import { toCarefulGit } from './careful-git.ts';

/** Makes programs fail with a message instead of prompting or opening an editor. */
const UNATTENDED: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  // An editor that keeps the text: Git then reports an empty message.
  GIT_EDITOR: 'true',
  EDITOR: 'true',
  VISUAL: 'true',
};

/** How a command runs. */
export interface CommandManner {
  readonly hasTerminal: boolean;
  /** It runs without approval. */
  readonly isCareful?: boolean;
  /** PATH for commands that run without approval. Default: the environment's. */
  readonly unaskedPath?: string | undefined;
}

/** The environment of a command. Programs may prompt only if there is a terminal. */
export function toCommandEnvironment(
  env: Readonly<Record<string, string>>,
  { hasTerminal, isCareful = false, unaskedPath }: CommandManner,
): Record<string, string> {
  const attended = hasTerminal ? { ...env, GIT_TERMINAL_PROMPT: '1' } : { ...env, ...UNATTENDED };
  if (!isCareful) return attended;
  return toCarefulGit(unaskedPath === undefined ? attended : { ...attended, PATH: unaskedPath });
}
