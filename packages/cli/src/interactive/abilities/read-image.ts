import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentPart } from '@bowline/protocol';
import { usageError } from '../../texts/error-text.ts';
import { screenTexts } from '../../texts/screen-texts.ts';

/** Where images are read from. */
export interface ImagePlaces {
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The largest image that providers accept. */
const MAX_BYTES = 20_000_000;

/** Reads an image from a dropped or pasted path, or from the clipboard; null if there is none. */
export async function readImage(path: string | null, places: ImagePlaces): Promise<ContentPart | null> {
  if (path === null) return toPart(await readClipboard(places), 'clipboard');
  const file = toFile(path, places);
  const info = await stat(file).catch(() => undefined);
  if (info?.isFile() !== true) return null;
  if (info.size > MAX_BYTES) {
    if (!/\.(?:png|jpe?g|gif|webp|heic)$/i.test(file)) return null;
    throw usageError(screenTexts.imageTooLarge(basename(file), Math.round(info.size / 1e6), MAX_BYTES / 1e6));
  }
  return toPart(await readFile(file).catch(() => undefined), basename(file));
}

/** The file of a path as terminals drop it: quoted, with escaped spaces, or as a file URL. */
function toFile(dropped: string, { cwd, home }: ImagePlaces): string {
  const trimmed = dropped.trim().replace(/^(['"])(.*)\1$/s, '$2');
  if (trimmed.startsWith('file://')) return fromAddress(trimmed);
  const path = trimmed.replaceAll(/\\(.)/g, '$1');
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(cwd, path);
}

function fromAddress(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return address;
  }
}

function toPart(bytes: Buffer | undefined, name: string): ContentPart | null {
  const mimeType = bytes === undefined || bytes.length > MAX_BYTES ? undefined : imageTypeOf(bytes);
  if (bytes === undefined || mimeType === undefined) return null;
  return { type: 'media', mimeType, data: bytes.toString('base64'), name };
}

/** The type of an image by its first bytes. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp';
  if (/^[^]{4}ftyp(?:heic|heix|mif1|msf1)/.test(head)) return 'image/heic';
  return undefined;
}

/** Reads the clipboard with the first program that works. */
async function readClipboard({ platform, env }: ImagePlaces): Promise<Buffer | undefined> {
  for (const [program, ...args] of clipboardPrograms(platform, env)) {
    const bytes = await run(program, args, env);
    if (bytes !== undefined && bytes.length > 0) return bytes;
  }
  return undefined;
}

function clipboardPrograms(
  platform: string,
  env: ImagePlaces['env'],
): readonly (readonly [string, ...(readonly string[])])[] {
  if (platform === 'darwin') return [['pngpaste', '-']];
  return [
    ...(env['WAYLAND_DISPLAY'] === undefined ? [] : [['wl-paste', '--no-newline', '--type', 'image/png'] as const]),
    ...(env['DISPLAY'] === undefined ? [] : [['xclip', '-selection', 'clipboard', '-t', 'image/png', '-o'] as const]),
  ];
}

async function run(program: string, args: readonly string[], env: ImagePlaces['env']): Promise<Buffer | undefined> {
  return await new Promise((resolve) => {
    const options = { env, encoding: 'buffer', maxBuffer: MAX_BYTES, timeout: 3000 } as const;
    execFile(program, [...args], options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
  });
}
