import { changes, hazard, named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

/** Programs that tell of the machine and its processes, and those that change it. */
export const systemPrograms: Programs = new Map([
  ...named('whoami id groups tty nproc uptime free printenv logname which sleep', reads),
  ...named(
    'uname locale who w users netstat sw_vers lsb_release lscpu lsblk',
    readsWith('-a -s -r -m -n -v -p -o -i -l -t -u -h -d -c -f -J --all', 'may take a file', { most: 0 }),
  ),
  // On macOS it starts a program.
  ['arch', readsWith('', 'starts the program in its words', { most: 0 })],
  // Not the letter e, which shows the environment of all of them: behind a dash it means all of them.
  [
    'ps',
    readsWith('a u x f w l j -e -f -F -A -l -w -p= -o=', 'may show the environment of other processes', {
      bare: 'all',
      operands: 'text',
      never: ['env', 'ENV'],
    }),
  ],
  ['pgrep', readsWith('-f -l -a -x -n -o -c -i -v -u= -P= -d=', 'may take a file', { operands: 'text' })],
  ['pstree', readsWith('-p -a -u -h -n -l -A', 'may show more of other processes', { operands: 'text' })],
  [
    'date',
    {
      kind: 'hazard',
      hazard: 'may set the clock',
      reads: [
        {
          options: '-u -R -I? -d= -r= --utc --universal --date= --iso-8601? --rfc-3339= --rfc-email',
          begins: '+',
          operands: 'text',
        },
      ],
    },
  ],
  ['hostname', readsWith('-f -s -i -I -d -A --fqdn --short --ip-address', 'sets the name of the machine', { most: 0 })],
  ['lsof', readsWith('-a -i? -n -P -t -l -p= -u= -c= -s? -U', 'may write its cache', { operands: 'names' })],
  [
    'ss',
    readsWith(
      '-t -u -l -n -p -a -x -s -e -m -o -i -r -H -4 -6 --tcp --udp --listening --numeric --processes --all',
      'may write a file',
      { operands: 'text' },
    ),
  ],
  [
    'dmesg',
    readsWith('-T -k -x -l= -f= --ctime --level= --facility= --kernel', 'clears or changes the log', { most: 0 }),
  ],
  ...named('kill pkill killall renice umask ulimit', changes),
  ...named('crontab at batch anacron systemd-run launchctl', hazard('has something run later or elsewhere')),
  ...named('chroot nsenter unshare ip mount', hazard('may run a program')),
  ['ldd', hazard('may run the program that it looks at')],
  ...named('less more most man info pg', hazard('opens a pager, which can run commands')),
]);
