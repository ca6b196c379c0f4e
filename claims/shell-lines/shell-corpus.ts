import { builtinCases } from './cases/builtin-cases.ts';
import { codeCases } from './cases/code-cases.ts';
import { expansionCases } from './cases/expansion-cases.ts';
import { fileCases } from './cases/file-cases.ts';
import { gitCases } from './cases/git-cases.ts';
import type { HostileCase } from './cases/hostile-case.ts';
import type { RedCase } from './cases/red-case.ts';
import { redProgramCases } from './cases/red-program-cases.ts';
import { redReadCases } from './cases/red-read-cases.ts';
import { redSyntaxCases } from './cases/red-syntax-cases.ts';
import { redWordCases } from './cases/red-word-cases.ts';
import { syntaxCases } from './cases/syntax-cases.ts';
import { wrapperCases } from './cases/wrapper-cases.ts';

/**
 * Lines that try to do more than a rule allows. They include all 97 of the corpus on which a published CLI let 26
 * through. Each creates the file PWN when it is run in the folder of prepare-folder.ts, if the program is installed.
 */
export const hostileCases: readonly HostileCase[] = [
  ...syntaxCases,
  ...expansionCases,
  ...builtinCases,
  ...gitCases,
  ...fileCases,
  ...wrapperCases,
  ...codeCases,
];

/** Lines of a red team, for the folder of open-scratch.ts. */
export const redCases: readonly RedCase[] = [...redWordCases, ...redReadCases, ...redSyntaxCases, ...redProgramCases];
