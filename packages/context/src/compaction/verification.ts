import * as z from 'zod';
import { lenientList, lenientObject, lenientText } from './lenient-list.ts';

const text = z.string().trim().min(1);
const kinds = ['requirement', 'decision', 'fact', 'file', 'done', 'open'] as const;
const kind = z.preprocess((value) => (kinds.some((name) => name === value) ? value : 'fact'), z.enum(kinds));

/** What a second look found missing or wrong in a summary. */
export const verificationSchema = z.object({
  missing: lenientList(
    lenientObject('fact', {
      fact: text.describe('What is missing, as it should stand in the summary.'),
      kind: kind.describe('Which part of the summary it belongs to.'),
      where: lenientText.describe('The file or the place in the transcript, in a few words.'),
    }),
  ),
  wrong: lenientList(
    z.object({
      claim: text.describe('What the summary says, copied from it.'),
      correction: text.describe('What it should say instead.'),
    }),
  ),
});

export type Verification = z.infer<typeof verificationSchema>;
