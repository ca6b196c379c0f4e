import { hazard, named, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

const WRITES = 'packs, unpacks or runs a program';

/**
 * Programs that pack and unpack. They write what their words or archives name. Only listing, testing and printing read.
 */
export const archivePrograms: Programs = new Map([
  // Not with a colon, which names another machine, and not with any option that selects a program.
  ...named(
    'tar gtar bsdtar',
    readsWith('-t -v -z -j -J -f< --list --verbose --gzip --bzip2 --xz --file<', WRITES, {
      bare: 'first',
      needs: '-t --list',
      operands: 'text',
      never: [':'],
    }),
  ),
  ...named('zcat bzcat xzcat gzcat', readsWith('-v -q -f', WRITES)),
  ['zipinfo', readsWith('-1 -2 -s -m -l -v -h -t -z', WRITES)],
  ['unzip', readsWith('-l -v -p -t -q', WRITES, { needs: '-l -v -p -t' })],
  // If several operations are given, the last one counts, so two of them are not accepted.
  ...named('gzip gunzip bzip2 xz zstd', {
    kind: 'hazard',
    hazard: WRITES,
    reads: [
      { options: '-l -v -q --list', needs: '-l --list' },
      { options: '-t -v -q --test', needs: '-t --test' },
      { options: '-c -d -v -q --stdout --decompress', needs: '-c --stdout' },
    ],
  }),
  ...named('zip cpio ar 7z 7za rar unrar pax jar', hazard(WRITES)),
]);
