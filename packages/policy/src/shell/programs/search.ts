import { named, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { judgeFind } from './find.ts';

/** Not `-R`, which follows links. */
const GREP =
  '-# -i -v -w -x -c -l -L -n -o -q -s -h -H -r -E -F -G -P -a -b -I -U -z -Z -T -y -e= -f< -m= -A= -B= -C= ' +
  '--recursive --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches ' +
  '--files-without-match --line-number --only-matching --quiet --silent --no-messages --no-filename --with-filename ' +
  '--extended-regexp --fixed-strings --basic-regexp --perl-regexp --text --byte-offset --null --null-data ' +
  '--initial-tab --line-buffered --regexp= --file< --max-count= --after-context= --before-context= --context= ' +
  '--include= --exclude= --exclude-dir= --exclude-from< --color? --colour? --label= --binary-files= --version';

/** Not `-L`, which follows links. */
const RIPGREP =
  '-# -i -S -s -w -x -l -c -n -N -v -F -o -u -U -P -0 -H -I -q -a -p -. -g= -t= -T= -e= -f< -A= -B= -C= -m= -M= -d= ' +
  '-j= -r= --glob= --iglob= --type= --type-not= --type-list --files --files-with-matches --files-without-match --count ' +
  '--count-matches --json --vimgrep --heading --no-heading --color= --colors= --column --no-column --line-number ' +
  '--no-line-number --max-depth= --max-count= --max-columns= --max-filesize= --multiline --multiline-dotall ' +
  '--only-matching --pcre2 --fixed-strings --smart-case --ignore-case --case-sensitive --word-regexp --line-regexp ' +
  '--invert-match --sort= --sortr= --stats --trim --replace= --context= --after-context= --before-context= ' +
  '--no-messages --no-config --text --null --passthru --with-filename --no-filename --threads= --hidden --no-hidden ' +
  '--no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --ignore-file< --unrestricted --pretty --quiet ' +
  '--regexp= --file< --glob-case-insensitive --no-binary --one-file-system --encoding= --version';

const FD =
  '-H -I -u -s -i -g -F -a -p -0 -d= -t= -e= -E= -S= -c= -j= --hidden --no-ignore --no-ignore-vcs --unrestricted ' +
  '--case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --full-path --print0 ' +
  '--max-depth= --min-depth= --exact-depth= --type= --extension= --exclude= --size= --changed-within= ' +
  '--changed-before= --owner= --color= --threads= --max-results= -1 -q --quiet --strip-cwd-prefix --version';

const AG =
  '-i -s -S -w -v -l -L -c -o -Q -A= -B= -C= -G= -m= --ignore= --count --literal --nocolor --color --nogroup ' +
  '--group --nobreak --noheading --numbers --depth= --vimgrep';

/** Programs that search files by name or by contents. */
export const searchPrograms: Programs = new Map([
  ...named(
    'grep egrep fgrep',
    readsWith(GREP, 'may follow links or search other files', {
      operands: 'expression',
      givesExpression: '-e -f --regexp --file',
      tree: { shows: 'tree', when: '-r --recursive' },
    }),
  ),
  [
    'rg',
    readsWith(RIPGREP, 'may run a program on each file or follow links', {
      operands: 'expression',
      givesExpression: '-e -f --regexp --file',
      namesWhen: '--files --type-list --version',
      tree: {
        shows: 'visible_tree',
        hiddenWhen: '-. -u --hidden --unrestricted --no-ignore',
        hiddenUnless: { options: '-g --glob --iglob', like: /^!|\*\.(?:\w{1,8}|\{[\w,]+\})$/ },
      },
    }),
  ],
  ...named('fd fdfind', readsWith(FD, 'may run a program on each file or follow links', { operands: 'names' })),
  ['ag', readsWith(AG, 'may run a pager', { operands: 'expression', tree: { shows: 'visible_tree' } })],
  ...named('find gfind', { kind: 'special', judge: judgeFind }),
]);
