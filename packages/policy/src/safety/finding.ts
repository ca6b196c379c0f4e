import type * as protocol from '@bowline/protocol';

/** What each check looks for, as shown in approval requests. Guards keep the agent from changing its own rules. */
export const checks = {
  agent_config: { about: 'agent configuration, which decides what may run', isGuard: true },
  agent_instructions: { about: 'instructions for agents', isGuard: false },
  git_hooks: { about: 'configuration that makes Git run programs', isGuard: true },
  git_internals: { about: "Git's internal files", isGuard: false },
  shell_profile: { about: 'a file that every new shell runs', isGuard: true },
  keys: { about: 'keys or passwords', isGuard: true },
  startup: { about: 'a file that the system runs automatically', isGuard: false },
  editor_config: { about: 'editor configuration, which may run programs', isGuard: false },
  ci: { about: 'CI configuration, which the build server runs', isGuard: false },
  build_file: { about: 'a file that building, testing or installing runs', isGuard: false },
  installed_code: { about: 'installed code that other programs run', isGuard: false },
  tool_config: { about: 'tool configuration, which decides what the tool runs', isGuard: false },
  outside_workspace: { about: 'a path outside the workspace', isGuard: false },
  symlink_escape: { about: 'a link that leads out of the workspace', isGuard: false },
  secret: { about: 'a secret in the new content', isGuard: false },
  hidden_text: { about: 'invisible characters', isGuard: false },
  destructive_command: { about: 'a destructive command', isGuard: false },
  command_hazard: { about: 'a command that does more than its first words say', isGuard: false },
  unclear_command: { about: 'a command line that cannot be analyzed', isGuard: false },
  data_leaves: { about: 'data leaves this machine after keys or third-party text were read', isGuard: false },
  sandbox: { about: 'something that the sandbox refused', isGuard: false },
  size: { about: 'the size of what is written', isGuard: false },
  disk: { about: 'the remaining disk space', isGuard: false },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly isGuard: boolean }>>;

/** The name of a check. */
export type SafetyCheck = keyof typeof checks;

/** A finding of a built-in check. */
export interface Finding extends Readonly<protocol.Finding> {
  readonly check: SafetyCheck;
}
