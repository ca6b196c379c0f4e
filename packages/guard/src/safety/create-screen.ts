import { createPieceFilter, createSecretFilter, toSpellings, type Redact, type Screen } from '@bowline/models';
import { stripHidden } from '@bowline/policy';
import type { LocalWorkspaceParts } from '@bowline/workspace';

/** Removes text from requests and from the output of commands. */
export interface MachineScreen extends Screen {
  readonly output: NonNullable<LocalWorkspaceParts['redaction']>;
}

/** Creates the filter for every request of this machine, which removes invisible characters and the keys known here. */
export function createScreen(secrets: readonly string[]): MachineScreen {
  const redact = throughHidden(createSecretFilter(secrets));
  const known = toSpellings(secrets);
  const spellings = [...new Set([...known, ...known.map((each) => encodeURIComponent(each.toWellFormed()))])];
  const pieces = (): Redact => {
    const filter = createPieceFilter(secrets);
    let half = ''; // of a character that the next piece completes
    return (piece) => {
      const text = half + piece;
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
      return filter(stripHidden(text.slice(0, text.length - half.length)));
    };
  };
  return { strip: stripHidden, redact, output: { whole: redact, pieces, spellings } };
}

/** Finds a key that invisible characters cut in two as well: once they are removed, as surfaces do, it would be whole. */
function throughHidden(redact: Redact): Redact {
  return (text) => {
    const plain = stripHidden(text);
    const redacted = redact(plain);
    return redacted === plain ? redact(text) : redacted;
  };
}
