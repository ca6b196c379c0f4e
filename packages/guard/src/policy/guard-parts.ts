import type { Workspace } from '@bowline/workspace';
import type { DecideInputs } from './create-decide.ts';
import type { Grants } from './open-grants.ts';
import type { PolicyPlaces } from './find-policy-files.ts';
import type { GrammarFiles } from './lazy-shell-reader.ts';

/** What the guard of a session is created from. */
export interface GuardParts
  extends PolicyPlaces, Pick<DecideInputs, 'isInteractive' | 'canAsk' | 'alwaysAllow' | 'sandbox'> {
  readonly workspace: Workspace;
  /** The saved approvals. Default: those in files of this machine. */
  readonly grants?: Grants | undefined;
  /** The user's home folder on the machine of the workspace. Default: `home`. */
  readonly workspaceHome?: string | undefined;
  readonly directories: readonly string[];
  /** The environment of policy checkers that are external programs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grammars?: GrammarFiles | undefined;
}
