import type { Workspace } from '@bowline/workspace';
import type { DecideInputs } from './create-decide.ts';
import type { PolicyPlaces } from './find-policy-files.ts';
import type { GrammarFiles } from './lazy-shell-reader.ts';

/** What the guard of a session is created from. */
export interface GuardParts
  extends PolicyPlaces, Pick<DecideInputs, 'isInteractive' | 'canAsk' | 'alwaysAllow' | 'sandbox'> {
  readonly workspace: Workspace;
  readonly directories: readonly string[];
  /** The environment of policy checkers that are external programs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grammars?: GrammarFiles | undefined;
}
