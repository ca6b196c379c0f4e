import { changes, hazard, named, reads, readsContents, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { judgeAwk } from './awk.ts';
import { judgeSed } from './sed.ts';

const SORT =
  '-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z -k= -t= --key= --field-separator= --reverse --unique ' +
  '--numeric-sort --version-sort --human-numeric-sort --general-numeric-sort --month-sort --random-sort ' +
  '--stable --ignore-case --ignore-leading-blanks --dictionary-order --check? --merge --zero-terminated --debug';

const JQ =
  '-r -j -a -c -s -n -e -S -R -C -M --raw-output --raw-output0 --join-output --ascii-output --compact-output --slurp ' +
  '--null-input --exit-status --sort-keys --raw-input --color-output --monochrome-output --tab --indent= --stream --seq ' +
  '--unbuffered';
/** With these, an expression reads modules, the environment or file names. */
const JQ_READS_MORE = /env|ENV|import|include|modulemeta|input_filename|get_search_list|\$__prog|load|\beval\b/;

const BAT =
  '-p -n -A -l= -r= -H= --plain --number --show-all --language= --line-range= --style= --color= --decorations= ' +
  '--wrap= --theme=';

/** Programs that process text, most of them in pipes. */
export const textPrograms: Programs = new Map([
  ...named('nl rev paste join comm fold fmt expand unexpand cut pr tsort', readsContents),
  ...named('tr seq numfmt colrm', reads),
  [
    'wc',
    readsWith(
      '-l -w -c -m -L --lines --words --bytes --chars --max-line-length --total=',
      'may read names from a file',
      {
        operands: 'names',
      },
    ),
  ],
  [
    'column',
    readsWith('-t -s= -o= -c= -x -n -e -N= -R= -J -l= --table --separator= --json', 'is used in an unusual way'),
  ],
  ['bc', readsWith('-l -q -s --mathlib --quiet --standard', 'runs the files named in its arguments', { most: 0 })],
  [
    'jq',
    readsWith(JQ, 'may read files that its arguments do not name', {
      operands: 'expression',
      notInExpression: JQ_READS_MORE,
    }),
  ],
  ['sort', readsWith(SORT, 'may write a file or run a program')],
  [
    'uniq',
    readsWith(
      '-c -d -D -u -i -z -f= -s= -w= --count --repeated --unique --ignore-case --skip-fields= --skip-chars= --check-chars=',
      'writes the file named in its second argument',
      { order: 'differs', most: 1 },
    ),
  ],
  ['shuf', readsWith('-e -i= -n= -r -z --echo --input-range= --head-count= --repeat', 'may write a file')],
  ['iconv', readsWith('-c -l -s -f= -t= --from-code= --to-code= --list', 'may write a file')],
  ['yq', hazard('may read and write files named in its expression')],
  ['bat', readsWith(BAT, 'may run a pager')],
  ['yes', changes],
  ...named('awk gawk mawk nawk', { kind: 'special', judge: judgeAwk }),
  ...named('sed gsed', { kind: 'special', judge: judgeSed }),
]);
