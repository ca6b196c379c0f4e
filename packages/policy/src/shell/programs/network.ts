import { hazardous, PLAIN, type Judgement } from '../judge/judgement.ts';
import { changes, hazard, named } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { readOptions } from '../judge/read-options.ts';
import type { ShellWord } from '../syntax/shell-word.ts';

const CURL =
  '-s -S -f -L -i -I -v -k -g -G -4 -6 -H= -A= -e= -m= -u= -X= --silent --show-error --fail --fail-with-body --location ' +
  '--head --include --verbose --insecure --globoff --get --compressed --header= --user-agent= --referer= --max-time= ' +
  '--connect-timeout= --retry= --retry-delay= --user= --request= --url= --http1.1 --http2 --no-progress-meter --version';

/** Programs that use the network. None of them is read-only. */
export const networkPrograms: Programs = new Map([
  ['curl', { kind: 'special', judge: judgeCurl }],
  ...named('ping ping6 traceroute host whois', changes),
  ...named('dig nslookup', hazard('sends its arguments over the network')),
  ...named('wget aria2c fetch lynx w3m links elinks', hazard('writes what it downloads')),
  ...named(
    'ssh scp sftp rsync rsh mosh telnet ftp tftp lftp rclone',
    hazard('runs programs here or on other machines'),
  ),
  ...named('nc ncat netcat socat openssl nmap tcpdump tshark gpg', hazard('runs programs or writes files')),
  ...named('docker podman nerdctl', {
    kind: 'commands',
    options: '',
    alone: changes,
    commands: new Map(
      named('ps images logs inspect version info stats top port diff history pull stop start restart', changes),
    ),
  }),
  [
    'kubectl',
    {
      kind: 'commands',
      options: '-n= --namespace= --context=',
      alone: changes,
      commands: new Map(
        named('get describe logs top version explain api-resources api-versions cluster-info', {
          kind: 'careful',
          avoid:
            '--kubeconfig --cache-dir --profile-output --profile --log-file --log-dir --as --token --server -s --user',
        }),
      ),
    },
  ],
  [
    'gh',
    {
      kind: 'commands',
      options: '',
      alone: changes,
      commands: new Map(
        named('pr issue run release repo workflow', {
          kind: 'commands',
          options: '',
          alone: changes,
          commands: new Map(named('list view status checks diff', changes)),
        }),
      ),
    },
  ],
]);

/** `curl` has no hazard with options that neither write nor read a file. It is never read-only, because it connects. */
function judgeCurl(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options: CURL });
  return read.kind === 'unknown' ? hazardous(`may write or send a file because of \`${read.text}\``) : PLAIN;
}
