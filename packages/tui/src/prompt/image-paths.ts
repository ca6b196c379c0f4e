const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|heic|heif)$/i;
const ROOTED = /^(?:file:\/\/|\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
/** Words as terminals write the paths of dropped files: quoted, escaped, or neither. */
const WORD = /'([^'\n]+)'|"([^"\n]+)"|((?:\\.|[^\s\\'"])+)/g;

/** A path that was dropped, and the text that stands for it. */
export interface DroppedPath {
  readonly written: string;
  readonly path: string;
}

/** The images that were dropped, when a paste is nothing but their paths. */
export function findImagePaths(pasted: string): readonly DroppedPath[] {
  const text = pasted.trim();
  if (text.length > 4096 || text.includes('\n') || text === '') return [];
  const whole = toPath(text);
  // A path of Windows has backslashes that escape nothing, and some terminals leave spaces as they are.
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
    return address; // not an address after all: no file is found under it
  }
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
