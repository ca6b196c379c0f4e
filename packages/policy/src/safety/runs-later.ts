import type { SafetyCheck } from './finding.ts';
import { programOf } from './operands.ts';

/** Prefixes of Git settings that name a program, or a file that names one. */
const GIT_SETTINGS = (
  'core.hookspath core.fsmonitor core.sshcommand core.editor core.pager core.attributesfile core.gitproxy core.askpass ' +
  'core.worktree alias. filter. diff. difftool. merge. mergetool. include. includeif. credential. gpg. pager. sequence. ' +
  'interactive. init.templatedir remote. url. protocol. submodule. ssh. web. man. browser.'
).split(' ');
/** Programs that change what the system runs later. With one of the words in `ONLY_SHOWS` they only show it. */
const SCHEDULERS = new Set('crontab at batch systemctl launchctl schtasks'.split(' '));
const ONLY_SHOWS = new Set('-l --list status list show is-active is-enabled cat print'.split(' '));

/** What a command sets up to run automatically later, without writing a file by name. Not for read-only commands. */
export function runsLater(argv: readonly string[]): { readonly check: SafetyCheck; readonly what: string } | undefined {
  const program = programOf(argv);
  const isSetting = (word: string): boolean => GIT_SETTINGS.some((start) => word.toLowerCase().startsWith(start));
  if (program === 'git' && argv.some((word) => word === 'config' || word === '-c') && argv.some(isSetting))
    return { check: 'git_hooks', what: 'changes what Git runs automatically' };
  if (SCHEDULERS.has(program) && !argv.some((word) => ONLY_SHOWS.has(word)))
    return { check: 'startup', what: 'changes what the system runs automatically' };
  return undefined;
}
