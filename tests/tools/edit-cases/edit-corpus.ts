import { blankCases } from './blank-cases.ts';
import { characterCases } from './character-cases.ts';
import { distortedCases } from './distortions.ts';
import type { EditCase } from './edit-case.ts';
import { exactCases } from './exact-cases.ts';
import { indentationCases } from './indentation-cases.ts';
import { lineBreakCases } from './line-break-cases.ts';
import { meaningfulIndentationCases } from './meaningful-indentation-cases.ts';
import { refusalCases } from './refusal-cases.ts';
import { severalCases } from './several-cases.ts';
import { sizeCases } from './size-cases.ts';

/** All cases by topic. */
export const editCorpus: Readonly<Record<string, readonly EditCase[]>> = {
  exact: exactCases,
  lineBreaks: lineBreakCases,
  blanks: blankCases,
  characters: characterCases,
  indentation: indentationCases,
  meaningfulIndentation: meaningfulIndentationCases,
  distorted: distortedCases,
  refusals: refusalCases,
  sizes: sizeCases,
  several: severalCases,
};
