import { changes, hazard, named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

/** Programs that look at files or handle them whole. */
export const filePrograms: Programs = new Map([
  ...named('cat tac ls head tail stat du df readlink realpath basename dirname pathchk', reads),
  ...named('cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', reads),
  ...named('cmp od hexdump', reads),
  [
    'diff',
    readsWith(
      '-# -q -s -c -u -e -n -y -a -b -w -B -i -E -Z -t -T -r -N -d -p -C= -U= -I= -F= -W= -x= -L= -X= --brief ' +
        '--report-identical-files --unified? --context? --side-by-side --width= --text --ignore-space-change ' +
        '--ignore-all-space --ignore-blank-lines --ignore-case --recursive --new-file --exclude= --color? --minimal ' +
        '--strip-trailing-cr --suppress-common-lines --label= --no-dereference --show-c-function',
      'may start another program',
    ),
  ],
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
      '-a -d -f -i -l -x -L= -P= -I= -p -u -g -s -h -D -F -n -C -v -t -c -r -J -N -q --noreport --dirsfirst --du ' +
        '--gitignore --prune --matchdirs --filelimit= --si --inodes --device --sort? --charset= --ignore-case',
      'may write a file',
    ),
  ],
  ['xxd', readsWith('-a -b -c= -g= -l= -s= -p -u -i -e -d', 'writes the file that its second word names', 1)],
  [
    'strings',
    readsWith('-# -a -f -n= -t= -e= -o -w --all --bytes= --radix= --encoding= --print-file-name', 'may load code'),
  ],
  ['base64', readsWith('-d -D -i -w= --decode --ignore-garbage --wrap=', 'may write a file', 1)],
  ...named('touch mkdir rmdir unlink rm chmod chgrp chown mktemp mkfifo sync', changes),
  ...named('cp mv ln install dd truncate shred rename ditto xcopy', hazard('writes the files that its words name')),
  ...named('tee sponge patch split csplit sdiff diff3', hazard('writes the files that its words name')),
]);
