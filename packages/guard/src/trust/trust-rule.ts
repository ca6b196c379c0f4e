import * as z from 'zod';

/** The trust levels of a folder, with Gemini CLI's names. */
export const trustLevelSchema = z.enum(['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST']);
export type TrustLevel = z.infer<typeof trustLevelSchema>;

/** One entry of a trust file, or of the command line. */
export interface TrustRule {
  /** The folder as written there. */
  readonly path: string;
  readonly level: TrustLevel;
  /** The file, or `flag`. */
  readonly source: string;
}
