import * as z from 'zod';
import { lenientList, lenientObject, lenientText } from './lenient-list.ts';

const text = z.string().trim().min(1);
const kinds = ['requirement', 'decision', 'fact', 'file', 'done', 'open'] as const;
const kind = z.preprocess((value) => (kinds.some((name) => name === value) ? value : 'fact'), z.enum(kinds));

/** What a verification found missing or wrong in a summary. */
export const verificationSchema = z.object({
  missing: lenientList(
    lenientObject('fact', {
      fact: text.describe('The missing fact, as a sentence for the summary.'),
      kind: kind.describe('The section of the summary that it belongs to.'),
      where: lenientText.describe('The file, or the position in the transcript, in a few words.'),
    }),
  ),
  wrong: lenientList(
    z.object({
      claim: text.describe('The wrong statement, copied from the summary.'),
      correction: text.describe('The correct statement.'),
    }),
  ),
});

export type Verification = z.infer<typeof verificationSchema>;
