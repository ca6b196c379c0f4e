/** How bad something is: worth knowing, worth a look, or not to be done without a person's yes. */
export type Severity = 'info' | 'warning' | 'danger';

/** What each check looks for, in the words of a question. Those that guard keep the agent from changing its own rules. */
export const checks = {
  agent_config: { about: 'the configuration of an agent, which says what may run', isGuard: true },
  agent_instructions: { about: 'instructions that agents follow', isGuard: false },
  git_hooks: { about: 'what git runs by itself', isGuard: true },
  git_internals: { about: "git's own files", isGuard: false },
  shell_profile: { about: 'what every shell of yours runs when it starts', isGuard: true },
  keys: { about: 'keys or passwords', isGuard: true },
  startup: { about: 'what the machine runs by itself', isGuard: false },
  editor_config: { about: 'the configuration of an editor, which may run it', isGuard: false },
  ci: { about: 'what the build server runs', isGuard: false },
  build_file: { about: 'what building, testing or installing runs', isGuard: false },
  installed_code: { about: 'installed code, which other programs run', isGuard: false },
  tool_config: { about: 'the configuration of a tool, which says what that runs', isGuard: false },
  outside_workspace: { about: 'a path outside the workspace', isGuard: false },
  symlink_escape: { about: 'a link that leads out of the workspace', isGuard: false },
  secret: { about: 'a secret in what is written', isGuard: false },
  hidden_text: { about: 'characters that nobody sees', isGuard: false },
  destructive_command: { about: 'a command that destroys', isGuard: false },
  command_hazard: { about: 'a command that does more than its first words say', isGuard: false },
  unclear_command: { about: 'a command line that is not understood', isGuard: false },
  data_leaves: { about: 'data that leaves after a key or text of others was read', isGuard: false },
  sandbox: { about: 'what the sandbox refused', isGuard: false },
  size: { about: 'how much is written', isGuard: false },
  disk: { about: 'how much room is left', isGuard: false },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly isGuard: boolean }>>;

/** The name of a check. */
export type SafetyCheck = keyof typeof checks;

/** What a check found. It becomes part of the question that a person is asked, so it never holds a secret. */
export interface Finding {
  readonly check: SafetyCheck;
  readonly severity: Severity;
  readonly message: string;
}
