import { named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { judgeAwk } from './awk.ts';
import { judgeSed } from './sed.ts';

/** Programs that work on text, most of them in pipes. */
export const textPrograms: Programs = new Map([
  ...named(
    'wc cut tr nl rev paste join comm fold fmt expand unexpand column colrm pr seq tsort numfmt yes jq bc',
    reads,
  ),
  [
    'sort',
    readsWith(
      '-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z -k= -t= --key= --field-separator= --reverse --unique ' +
        '--numeric-sort --version-sort --human-numeric-sort --general-numeric-sort --month-sort --random-sort ' +
        '--stable --ignore-case --ignore-leading-blanks --dictionary-order --check? --merge --zero-terminated --debug',
      'may write a file or run a program',
    ),
  ],
  [
    'uniq',
    readsWith(
      '-c -d -D -u -i -z -f= -s= -w= --count --repeated --unique --ignore-case --skip-fields= --skip-chars= --check-chars=',
      'writes the file that its second word names',
      1,
    ),
  ],
  ['shuf', readsWith('-e -i= -n= -r -z --echo --input-range= --head-count= --repeat', 'may write a file')],
  ['iconv', readsWith('-c -l -s -f= -t= --from-code= --to-code= --list', 'may write a file')],
  [
    'yq',
    readsWith(
      '-r -e -n -M -C -P -o= -p= -I= --raw-output --prettyPrint --output-format= --input-format=',
      'may write files',
    ),
  ],
  [
    'bat',
    readsWith(
      '-p -n -A -l= -r= -H= --plain --number --show-all --language= --line-range= --style= --color= --decorations= ' +
        '--wrap= --theme=',
      'may run a pager',
    ),
  ],
  ...named('awk gawk mawk nawk', { kind: 'special', judge: judgeAwk }),
  ...named('sed gsed', { kind: 'special', judge: judgeSed }),
]);
