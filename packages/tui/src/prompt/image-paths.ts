const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|heic|heif)$/i;
const ROOTED = /^(?:file:\/\/|\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
/** Words in the forms that terminals use for dropped files: quoted, escaped or plain. */
const WORD = /'([^'\n]+)'|"([^"\n]+)"|((?:\\.|[^\s\\'"])+)/g;

/** A dropped path and its text in the paste. */
export interface DroppedPath {
  readonly written: string;
  readonly path: string;
}

/** The dropped images, if a paste consists only of their paths. */
export function findImagePaths(pasted: string): readonly DroppedPath[] {
  const text = pasted.trim();
  if (text.length > 4096 || text.includes('\n') || text === '') return [];
  const whole = toPath(text);
  // Backslashes in a Windows path escape nothing, and some terminals do not escape spaces.
  if (isImagePath(whole) && !/\.\w+['"]?\s/.test(text)) return [{ written: text, path: whole }];
  const words = [...text.matchAll(WORD)].map(([written]) => ({ written, path: toPath(written) }));
  return words.every(({ path }) => isImagePath(path)) ? words : [];
}

function isImagePath(path: string): boolean {
  return IMAGE.test(path) && ROOTED.test(path);
}

function toPath(written: string): string {
  const quoted = /^(['"])(.*)\1$/.exec(written)?.[2];
  const plain = quoted ?? (/^[A-Za-z]:\\/.test(written) ? written : written.replaceAll(/\\(.)/g, '$1'));
  return plain.startsWith('file://') ? decode(plain) : plain;
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address.replace(/^file:\/\/(?:localhost)?/, ''));
  } catch {
    return address; // not a valid URL, so no file is found
  }
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
