import { toShort } from './to-short.ts';

/** A path as people write it; whatever a terminal would act on, or not show, is spelled out. */
export function toPlainPath(path: string, home: string): string {
  return toShort(path, home).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
