import type { PreviewSandbox, WorkspaceSandbox } from '@bowline/workspace';
import type { CommandSandbox } from '../policy/place-command.ts';
import type { Confiner } from './create-sandbox.ts';
import { noSandbox } from './no-sandbox.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** The sandbox of a session, for deciding about commands and for running them. */
export interface SessionSandbox {
  readonly forGuard: CommandSandbox;
  readonly forHost: WorkspaceSandbox | undefined;
  /** The sandbox of previews, also if commands are not sandboxed. */
  readonly forPreviews: PreviewSandbox;
  /** Whether commands are sandboxed. Undefined while unknown and no user is present. */
  readonly isHeld: () => Promise<boolean | undefined>;
}

/** Opens the sandbox of a session. Loads it with the first command, or when a user is present to be informed. */
export function openSandbox(parts: SandboxParts): SessionSandbox {
  const { wish, isInteractive } = parts;
  let loaded: Promise<Confiner> | undefined;
  const load = (): Promise<Confiner> =>
    (loaded ??= import('./create-sandbox.ts').then(({ createSandbox }) => createSandbox(parts)));
  const forPreviews: PreviewSandbox = {
    detect: async () => await (await load()).forPreviews.detect(),
    confine: async () => await (await load()).forPreviews.confine(),
    writableFolders: async () => await (await load()).forPreviews.writableFolders(),
  };
  if (wish === 'off') return { forPreviews, forGuard: noSandbox(), forHost: undefined, isHeld: async () => false };
  return {
    forPreviews,
    isHeld: async () => (isInteractive || loaded !== undefined ? (await load()).problem() === undefined : undefined),
    forGuard: {
      isRequired: wish === 'required',
      hosts: parts.hosts,
      problem: async () => (await load()).problem(),
      folders: async () => (await load()).writableFolders().slice(1),
      credentialsFor: async ({ profile, hosts }) => (profile === 'work' ? (await load()).credentialsFor(hosts) : []),
    },
    forHost: {
      isRequired: wish === 'required',
      forSupervisor: async () => (await load()).forSupervisor(),
      writableFolders: async () => (await load()).writableFolders(),
      confine: async (profile, how) => await (await load()).confine(profile, how),
    },
  };
}
