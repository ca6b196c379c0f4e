import { named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { judgeFind } from './find.ts';

const RIPGREP =
  '-# -i -S -s -w -x -l -c -n -N -v -F -o -u -U -P -0 -H -I -q -a -L -p -. -g= -t= -T= -e= -f= -A= -B= -C= -m= -M= -d= ' +
  '-j= -r= --glob= --iglob= --type= --type-not= --type-list --files --files-with-matches --files-without-match --count ' +
  '--count-matches --json --vimgrep --heading --no-heading --color= --colors= --column --no-column --line-number ' +
  '--no-line-number --max-depth= --max-count= --max-columns= --max-filesize= --multiline --multiline-dotall ' +
  '--only-matching --pcre2 --fixed-strings --smart-case --ignore-case --case-sensitive --word-regexp --line-regexp ' +
  '--invert-match --follow --sort= --sortr= --stats --trim --replace= --context= --after-context= --before-context= ' +
  '--no-messages --no-config --text --null --passthru --with-filename --no-filename --threads= --hidden --no-hidden ' +
  '--no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --ignore-file= --unrestricted --pretty --quiet ' +
  '--regexp= --file= --glob-case-insensitive --no-binary --one-file-system --encoding= --version';

const FD =
  '-H -I -u -s -i -g -F -a -L -p -0 -d= -t= -e= -E= -S= -c= -j= --hidden --no-ignore --no-ignore-vcs --unrestricted ' +
  '--case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --follow --full-path --print0 ' +
  '--max-depth= --min-depth= --exact-depth= --type= --extension= --exclude= --size= --changed-within= ' +
  '--changed-before= --owner= --color= --threads= --max-results= -1 -q --quiet --strip-cwd-prefix --version';

/** Programs that search files by name or by what is in them. */
export const searchPrograms: Programs = new Map([
  ...named('grep egrep fgrep locate mdfind look', reads),
  ['rg', readsWith(RIPGREP, 'may run a program on each file')],
  ...named('fd fdfind', readsWith(FD, 'may run a program on each file')),
  [
    'ag',
    readsWith(
      '-i -s -S -w -v -l -L -c -o -Q -u -a -A= -B= -C= -G= -m= --hidden --ignore= --count --literal --nocolor --color ' +
        '--nogroup --group --nobreak --noheading --numbers --depth= --vimgrep',
      'may run a pager',
    ),
  ],
  ...named('find gfind', { kind: 'special', judge: judgeFind }),
]);
