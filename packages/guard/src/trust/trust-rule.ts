import * as z from 'zod';

/** What a trust file says of a folder, in Gemini CLI's words. */
export const trustLevelSchema = z.enum(['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST']);
export type TrustLevel = z.infer<typeof trustLevelSchema>;

/** One line of a trust file, or of the command line. */
export interface TrustRule {
  /** The folder as it is written there. */
  readonly path: string;
  readonly level: TrustLevel;
  /** The file, or `flag`. */
  readonly source: string;
}
