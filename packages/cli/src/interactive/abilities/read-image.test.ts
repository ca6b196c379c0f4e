import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageTypeOf, readImage, type ImagePlaces } from './read-image.ts';

const png = Buffer.from('\u0089PNG\r\n\u001A\nrest', 'latin1');
let folder = '';
let places: ImagePlaces;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-image-'));
  places = { cwd: folder, home: folder, platform: 'linux', env: {} };
  writeFileSync(join(folder, 'my shot.png'), png);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['\u0089PNG\r\n\u001A\n', 'image/png'],
  ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF1234WEBP', 'image/webp'],
  ['\u0000\u0000\u0000\u0018ftypheic', 'image/heic'],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('detects %j as %s', (head, type) => {
  expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBe(type);
});

test.each([
  ['a plain path', () => 'my shot.png'],
  ['a path with escaped spaces', () => join(folder, String.raw`my\ shot.png`)],
  ['a quoted path', () => `'${join(folder, 'my shot.png')}' `],
  ['a path in the home folder', () => '~/my shot.png'],
  ['a file URL', () => pathToFileURL(join(folder, 'my shot.png')).href],
])('reads %s', async (_, dropped) => {
  const data = png.toString('base64');
  expect(await readImage(dropped(), places)).toEqual({
    type: 'media',
    mimeType: 'image/png',
    data,
    name: 'my shot.png',
  });
});

test('returns null for a file that is missing or not an image, and for an empty clipboard', async () => {
  writeFileSync(join(folder, 'fake.png'), 'text');
  expect(await readImage('fake.png', places)).toBeNull();
  expect(await readImage('none.png', places)).toBeNull();
  expect(await readImage('.', places)).toBeNull();
  expect(await readImage('file://%zz', places)).toBeNull();
  expect(await readImage(null, places)).toBeNull();
});

test('rejects an image that is too large, with its size', async () => {
  truncateSync(join(folder, 'my shot.png'), 30_000_000);
  await expect(readImage('my shot.png', places)).rejects.toMatchObject({ message: 'my shot.png is too large (30 MB)' });
});
