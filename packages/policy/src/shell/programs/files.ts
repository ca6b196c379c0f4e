import { changes, hazard, named, readsContents, readsNames, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

const DIFF =
  '-# -q -s -c -u -e -n -y -a -b -w -B -i -E -Z -t -T -d -p -C= -U= -I= -F= -W= -x= -L= -X< --brief ' +
  '--report-identical-files --unified? --context? --side-by-side --width= --text --ignore-space-change ' +
  '--ignore-all-space --ignore-blank-lines --ignore-case --exclude= --color? --minimal --strip-trailing-cr ' +
  '--suppress-common-lines --label= --no-dereference --show-c-function';

const CHECKSUM = '-b -t -z -q -r -a= -l= --tag --binary --text --zero --algorithm= --length=';

/** Programs that inspect files or handle them as a whole. */
export const filePrograms: Programs = new Map([
  ...named('cat tac head tail cmp od', readsContents),
  ...named('ls stat df readlink realpath', readsNames),
  [
    'du',
    readsWith(
      '-a -b -c -d= -h -k -m -s -S -x -0 --all --bytes --total --max-depth= --human-readable --si --summarize ' +
        '--separate-dirs --one-file-system --apparent-size --exclude= --block-size= --inodes --time?',
      'may read names from a file or follow links',
      { operands: 'names' },
    ),
  ],
  ...named(
    'cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum',
    readsWith(CHECKSUM, 'may read names from a file'),
  ),
  ['hexdump', readsWith('-# -C -b -c -d -o -x -v -n= -s= -e=', 'may read a format from a file')],
  // Given directories, it compares their contents and follows links.
  ['diff', readsWith(DIFF, 'may start another program or follow links', { tree: { shows: 'linked_tree' } })],
  [
    'file',
    readsWith(
      '-b -i -I -L -h -k -r -s -N -n -0 -F= --brief --mime --mime-type --mime-encoding --dereference',
      'may compile a table or run a decompressor',
    ),
  ],
  [
    'tree',
    readsWith(
      '-a -d -f -i -x -L= -P= -I= -p -u -g -s -h -D -F -n -C -v -t -c -r -J -N -q --noreport --dirsfirst --du ' +
        '--gitignore --prune --matchdirs --filelimit= --si --inodes --device --sort? --charset= --ignore-case',
      'may write a file or follow links',
      { operands: 'names' },
    ),
  ],
  [
    'xxd',
    readsWith('-a -b -c= -g= -l= -s= -p -ps -plain -u -i -e -d', 'writes the file named in its second argument', {
      order: 'stops',
      dash: 'name',
      most: 1,
    }),
  ],
  [
    'strings',
    readsWith('-# -a -f -n= -t= -e= -o -w --all --bytes= --radix= --encoding= --print-file-name', 'may load code', {
      never: ['@'],
    }),
  ],
  [
    'base64',
    readsWith('-d -D -i -w= --decode --ignore-garbage --wrap=', 'may write a file', { order: 'differs', most: 1 }),
  ],
  ...named('touch mkdir rmdir unlink rm chmod chgrp chown mktemp mkfifo sync', changes),
  ...named('cp mv ln install dd truncate shred rename ditto xcopy', hazard('writes the files named in its arguments')),
  ...named('tee sponge patch split csplit sdiff diff3', hazard('writes the files named in its arguments')),
]);
