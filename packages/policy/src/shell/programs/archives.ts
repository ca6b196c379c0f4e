import { hazard, named, readsWith } from '../judge/named.ts';
import { hazardous, READS, type Judgement } from '../judge/judgement.ts';
import type { Programs } from '../judge/program.ts';
import type { ShellWord } from '../syntax/shell-word.ts';

const WRITES = 'packs, unpacks or runs a program';

/** Programs that pack and unpack. They write what their words or their archives name; only listing reads. */
export const archivePrograms: Programs = new Map([
  ...named('tar gtar bsdtar', { kind: 'special', judge: judgeTar }),
  ...named('zcat bzcat xzcat gzcat zipinfo', readsWith('-v -q -f', WRITES)),
  ['unzip', { kind: 'hazard', hazard: WRITES, reads: [{ options: '-l -v -p -t -q -Z', needs: '-l -v -p -t -Z' }] }],
  ...named('gzip gunzip bzip2 xz zstd', {
    kind: 'hazard',
    hazard: WRITES,
    reads: [
      { options: '-l -t -c -d -v -q --list --test --stdout --decompress', needs: '-l -t -c --list --test --stdout' },
    ],
  }),
  ...named('zip cpio ar 7z 7za rar unrar pax jar', hazard(WRITES)),
]);

/** `tar tf FILE` in its usual spellings reads; all else writes, or can run a program. */
function judgeTar([letters, file, ...members]: readonly ShellWord[]): Judgement {
  const isListing = letters?.yields === 'exact' && /^-?t[vzjJa]*f$|^-?[vzjJa]+tv?f$/.test(letters.text);
  const isFile = file?.yields === 'exact' && !/[:]|^-/.test(file.text);
  const areMembers = members.every(({ yields, text }) => yields === 'exact' && !text.startsWith('-'));
  return isListing && isFile && areMembers ? READS : hazardous(WRITES);
}
