import { createPieceFilter, createSecretFilter, toSpellings, type Redact, type Screen } from '@bowline/models';
import { stripHidden } from '@bowline/policy';
import type { LocalHostParts } from '@bowline/tools';

/** What is left out of requests and of what commands print. */
export interface MachineScreen extends Screen {
  readonly output: NonNullable<LocalHostParts['redaction']>;
}

/** What every request of this machine leaves out: characters that are not visible, and the keys that are known here. */
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
