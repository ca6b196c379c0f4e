import type { Workspace } from '@bowline/workspace';
import type { DecideSurroundings } from './create-decide.ts';
import type { PolicyPlaces } from './find-policy-files.ts';
import type { GrammarFiles } from './lazy-shell-reader.ts';

/** What guards a session. */
export interface GuardParts
  extends PolicyPlaces, Pick<DecideSurroundings, 'isInteractive' | 'canAsk' | 'mayGrant' | 'sandbox'> {
  readonly host: Workspace;
  readonly directories: readonly string[];
  /** For checkers of policies that are programs of their own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grammars?: GrammarFiles | undefined;
}
