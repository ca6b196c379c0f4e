import { changes, hazard, named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

/** The columns that `ps -o` may show: not arguments of processes, which often hold keys, nor their environment. */
const COLUMNS =
  'pid|ppid|pgid|sid|tid|nlwp|user|ruser|uid|ruid|group|gid|comm|ucomm|stat|state|s|time|etime|etimes|cputime|start|' +
  'lstart|start_time|bsdstart|pcpu|%cpu|c|pmem|%mem|rss|rssize|vsz|vsize|sz|nice|ni|pri|psr|tty|tt|tname|wchan';

/** An `ss` filter with states and ports, but no host. */
const SOCKET_FILTER =
  /^(?:(?:^|\s+)(?:state|exclude|sport|dport|and|or|not|eq|neq?|lt|gt|le|ge|[=!<>]=?|[()]|&&?|\|\|?|:\d+|all|connected|synchronized|bucket|big|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|closed|close-wait|last-ack|listening|closing))+$/;

/** Programs that show the machine and its processes, and programs that change it. */
export const systemPrograms: Programs = new Map([
  ...named('whoami id groups tty nproc uptime free printenv logname which sleep', reads),
  ...named(
    'uname locale who users netstat sw_vers lsb_release lscpu lsblk',
    readsWith('-a -s -r -m -n -v -p -o -i -l -t -u -h -d -c -f -J --all', 'may read a file', { most: 0 }),
  ),
  // On macOS it starts a program.
  ['arch', readsWith('', 'starts the program in its arguments', { most: 0 })],
  [
    'ps',
    readsWith('-e -A -a -x -p= -o=', 'may show arguments or environment variables of other processes', {
      most: 0,
      needs: '-o',
      valuesLike: { options: '-o', like: new RegExp(`^(?:${COLUMNS})=?(?:,(?:${COLUMNS})=?)*$`) },
    }),
  ],
  ['w', hazard('shows arguments of other processes')],
  [
    'pgrep',
    readsWith('-f -l -x -n -o -c -i -v -u= -P= -d=', 'may show arguments of other processes', { operands: 'text' }),
  ],
  ['pstree', readsWith('-p -u -h -n -l -A', 'may show more about other processes', { operands: 'text' })],
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
  ['hostname', readsWith('-f -s -i -I -d -A --fqdn --short --ip-address', 'sets the host name', { most: 0 })],
  [
    'lsof',
    readsWith('-a -i~ -n -P -t -l -p= -u= -c= -s? -U', 'may look up a host or write its cache', {
      operands: 'names',
      valuesLike: { options: '-i', like: /^[46]?(?:tcp|udp)?(?::[\w,-]+)?$/i },
    }),
  ],
  [
    'ss',
    readsWith(
      '-t -u -l -n -p -a -x -s -e -m -o -i -r -H -4 -6 --tcp --udp --listening --numeric --processes --all',
      'may look up a host or write a file',
      { operands: 'hosts', like: SOCKET_FILTER },
    ),
  ],
  [
    'dmesg',
    readsWith('-T -k -x -l= -f= --ctime --level= --facility= --kernel', 'clears or changes the log', { most: 0 }),
  ],
  ...named('kill pkill killall renice umask ulimit', changes),
  ...named('crontab at batch anacron systemd-run launchctl', hazard('schedules programs to run later or elsewhere')),
  ...named('chroot nsenter unshare ip mount', hazard('may run a program')),
  ['ldd', hazard('may run the program that it inspects')],
  ...named('less more most man info pg', hazard('opens a pager, which can run commands')),
]);
