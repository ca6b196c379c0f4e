import type { HostSandbox } from '@bowline/tools';
import type { CommandSandbox } from '../policy/place-command.ts';
import type { Confiner } from './create-sandbox.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** The sandbox of a session, for who decides and for who runs; nothing for either when it is off. */
export interface SessionSandbox {
  readonly forGuard: CommandSandbox | undefined;
  readonly forHost: HostSandbox | undefined;
  /** Whether commands are confined; undefined while that is not known and nobody is there to be told. */
  readonly isHeld: () => Promise<boolean | undefined>;
}

const off: SessionSandbox = { forGuard: undefined, forHost: undefined, isHeld: async () => false };

/** Opens the sandbox of a session. It is loaded with the first command, or when somebody is there to be told of it. */
export function openSandbox(parts: SandboxParts): SessionSandbox {
  const { wish, isInteractive } = parts;
  if (wish === 'off') return off;
  let loaded: Promise<Confiner> | undefined;
  const load = (): Promise<Confiner> =>
    (loaded ??= import('./create-sandbox.ts').then(({ createSandbox }) => createSandbox(parts)));
  return {
    isHeld: async () => (isInteractive || loaded !== undefined ? (await load()).problem() === undefined : undefined),
    forGuard: {
      isRequired: wish === 'required',
      hosts: parts.hosts,
      problem: async () => (await load()).problem(),
      credentialsFor: async ({ profile, hosts }) => (profile === 'work' ? (await load()).credentialsFor(hosts) : []),
    },
    forHost: {
      isRequired: wish === 'required',
      forSupervisor: async () => (await load()).forSupervisor(),
      confine: async (profile, how) => await (await load()).confine(profile, how),
    },
  };
}
