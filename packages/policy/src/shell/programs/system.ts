import { changes, hazard, named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

/** Programs that tell of the machine and its processes, and those that change it. */
export const systemPrograms: Programs = new Map([
  ...named('uname whoami id groups tty nproc arch uptime free printenv locale who w users logname', reads),
  ...named('ps pgrep pstree vmstat netstat which whereis sw_vers lsb_release lscpu lsblk sleep', reads),
  [
    'date',
    {
      kind: 'hazard',
      hazard: 'may set the clock',
      reads: [
        {
          options: '-u -R -I? -d= -r= --utc --universal --date= --reference= --iso-8601? --rfc-3339= --rfc-email',
          begins: '+',
        },
      ],
    },
  ],
  ['hostname', readsWith('-f -s -i -I -d -A --fqdn --short --ip-address', 'sets the name of the machine', 0)],
  ['lsof', readsWith('-a -i? -n -P -t -l -p= -u= -c= -s? -U', 'may write its cache')],
  [
    'ss',
    readsWith(
      '-t -u -l -n -p -a -x -s -e -m -o -i -r -H -4 -6 --tcp --udp --listening --numeric --processes --all',
      'may write a file',
    ),
  ],
  ['dmesg', readsWith('-T -k -x -l= -f= --ctime --level= --facility= --kernel', 'clears or changes the log', 0)],
  ...named('kill pkill killall renice umask ulimit', changes),
  ...named('crontab at batch anacron systemd-run launchctl', hazard('has something run later or elsewhere')),
  ...named('chroot nsenter unshare ip mount', hazard('may run a program')),
  ['ldd', hazard('may run the program that it looks at')],
  ...named('less more most man info pg', hazard('opens a pager, which can run commands')),
]);
