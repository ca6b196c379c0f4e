import { createPieceFilter, createSecretFilter, toSpellings, type Screen } from '@bowline/models';
import { stripHidden } from '@bowline/policy';
import type { LocalWorkspaceParts } from '@bowline/workspace';

/** Removes text from requests and from the output of commands. */
export interface MachineScreen extends Screen {
  readonly output: NonNullable<LocalWorkspaceParts['redaction']>;
}

/** Creates the filter for every request of this machine, which removes invisible characters and the keys known here. */
export function createScreen(secrets: readonly string[]): MachineScreen {
  const redact = createSecretFilter(secrets);
  const known = toSpellings(secrets);
  const spellings = [...new Set([...known, ...known.map((each) => encodeURIComponent(each.toWellFormed()))])];
  const output = { whole: redact, pieces: () => createPieceFilter(secrets), spellings };
  return { strip: stripHidden, redact, output };
}
