import type { CommandSandbox } from '../policy/place-command.ts';

/** A sandbox that is off and confines nothing. */
export function noSandbox(): CommandSandbox {
  return {
    isRequired: false,
    hosts: [],
    folders: async () => [],
    credentialsFor: async () => [],
    problem: async () => 'the sandbox is off; security.sandbox = "auto" in your settings or --sandbox=auto turns it on',
  };
}
