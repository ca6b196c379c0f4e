import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A character as the browser placed it, in pixels of the picture. */
export interface PlacedCharacter {
  readonly character: string;
  readonly x: number;
  readonly y: number;
}

/** One `text` element of a picture: its text in the file, and the position of each character in the browser. */
export interface PlacedText {
  readonly text: string;
  readonly placed: readonly PlacedCharacter[];
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs in the page. Omits characters without a position, which are collapsed white space. */
const measure = `
const texts = [...document.querySelectorAll('text')].map((element) => ({
  text: element.textContent,
  placed: Array.from({ length: element.getNumberOfChars() }, (_, index) => {
    const { x, y } = element.getStartPositionOfChar(index);
    return { character: element.textContent[index], x, y };
  }),
}));
const result = document.createElementNS('http://www.w3.org/2000/svg', 'desc');
result.textContent = encodeURIComponent(JSON.stringify(texts));
document.documentElement.append(result);
`;

/** Opens a picture in headless Chromium and reads the position of each character. */
export function readPicture(svg: string): readonly PlacedText[] {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-picture-'));
  try {
    const file = join(folder, 'picture.svg');
    writeFileSync(file, svg.replace('</svg>', `<script><![CDATA[${measure}]]></script></svg>`));
    const { stdout, stderr, error } = spawnSync(
      'chromium',
      [...flags, `--user-data-dir=${join(folder, 'profile')}`, '--dump-dom', pathToFileURL(file).href],
      { encoding: 'utf8', timeout: 60_000, env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder } },
    );
    const found = /<desc>([^<]*)<\/desc>/.exec(stdout)?.[1];
    if (found === undefined) throw new Error(`Chromium did not render the picture: ${error?.message ?? stderr}`);
    return JSON.parse(decodeURIComponent(found)) as readonly PlacedText[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
