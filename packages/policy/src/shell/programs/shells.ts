import { hazardous, PLAIN, READS, showing, type Judgement } from '../judge/judgement.ts';
import { named } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import type { Dialect } from '../syntax/cursor.ts';
import { isExactly, type ShellWord } from '../syntax/shell-word.ts';

/** Shells. The text after `-c` is read like the line itself if it is exact. Any other code is a hazard. */
export const shellPrograms: Programs = new Map([
  ['bash', { kind: 'special', judge: (args) => judgeShell(args, 'bash') }],
  ...named('sh dash', { kind: 'special', judge: (args) => judgeShell(args, 'posix') }),
  ...named('zsh ksh mksh fish csh tcsh pwsh powershell ash rbash nu xonsh', {
    kind: 'special',
    judge: (args) => judgeScript(args),
  }),
]);

const CODE = 'runs a script that Bowline cannot check';

const SETTINGS = /^(?:-[eux]+|-[eux]*o|pipefail|errexit|nounset|--norc|--noprofile)$/;

function judgeShell(args: readonly ShellWord[], dialect: Dialect): Judgement {
  const asked = dialect === 'bash' ? judgeAsking(args) : undefined;
  if (asked !== undefined) return asked;
  const at = args.findIndex(({ text }) => /^-[eux]*c$/.test(text));
  const settings = args.slice(0, Math.max(at, 0));
  if (at === -1 || !settings.every(({ text }) => SETTINGS.test(text))) return judgeScript(args);
  const text = args[at + 1];
  if (text?.yields !== 'exact' || settings.some(({ yields }) => yields !== 'exact')) return hazardous(CODE);
  return { ...READS, starts: [{ kind: 'text', text: text.text, dialect }] };
}

/** `--version`, and `-n FILE`, which checks the syntax and shows errors. */
function judgeAsking([first, second, ...rest]: readonly ShellWord[]): Judgement | undefined {
  if (rest.length > 0) return undefined;
  if (second === undefined) return isExactly(first, '--version') ? READS : undefined;
  return isExactly(first, '-n') && isFile(second) ? showing([second], 'contents') : undefined;
}

/** A script by name, which a rule can allow. It is a hazard if an option comes first, or if there is no script. */
export function judgeScript(args: readonly ShellWord[]): Judgement {
  const [script, ...rest] = args;
  if (script === undefined || !isFile(script)) return hazardous(CODE);
  return rest.some(({ yields, prefix }) => yields !== 'exact' && prefix === '') ? hazardous(CODE) : PLAIN;
}

/** Whether a word is certainly a file name, and not typed or piped input. */
function isFile({ yields, text }: ShellWord): boolean {
  return yields === 'exact' && text !== '' && !/^[-+]|^\/dev\/|^\/proc\//.test(text);
}
