import { IGNORE_FILES, ROOT_IGNORE_FILES, type IgnoreFile } from '../search/ignore-rules.ts';

/** Which kinds of ignore files a call respects. */
export interface IgnoreChoice {
  readonly respect_git_ignore?: boolean | undefined;
  readonly respect_gemini_ignore?: boolean | undefined;
}

/** The names of the ignore files that count; each does unless told otherwise. */
export function toIgnoreNames({ respect_git_ignore, respect_gemini_ignore }: IgnoreChoice): readonly IgnoreFile[] {
  return IGNORE_FILES.filter((name) =>
    ROOT_IGNORE_FILES.includes(name) ? respect_gemini_ignore !== false : respect_git_ignore !== false,
  );
}
