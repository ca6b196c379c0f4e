import { IGNORE_FILES } from '../search/ignore-rules.ts';

/** Which kinds of ignore files a call respects. */
export interface IgnoreChoice {
  readonly respect_git_ignore?: boolean | undefined;
  readonly respect_gemini_ignore?: boolean | undefined;
}

/** The names of the ignore files that count; each does unless told otherwise. */
export function toIgnoreNames({ respect_git_ignore, respect_gemini_ignore }: IgnoreChoice): readonly string[] {
  return IGNORE_FILES.filter((name) =>
    name === '.geminiignore' ? respect_gemini_ignore !== false : respect_git_ignore !== false,
  );
}
