import { createPieceFilter, createSecretFilter, toSpellings, type Screen } from '@bowline/models';
import { stripHidden } from '@bowline/policy';
import type { LocalWorkspaceParts } from '@bowline/workspace';

/** What is left out of requests and of what commands print. */
export interface MachineScreen extends Screen {
  readonly output: NonNullable<LocalWorkspaceParts['redaction']>;
}

/** What every request of this machine leaves out: characters that are not visible, and the keys that are known here. */
export function createScreen(secrets: readonly string[]): MachineScreen {
  const redact = createSecretFilter(secrets);
  const known = toSpellings(secrets);
  const spellings = [...new Set([...known, ...known.map((each) => encodeURIComponent(each.toWellFormed()))])];
  const output = { whole: redact, pieces: () => createPieceFilter(secrets), spellings };
  return { strip: stripHidden, redact, output };
}
