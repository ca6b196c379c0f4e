import { describe, expect, it } from 'vitest';
import type { ShellCommand, ShellLine } from '../shell/shell-line.ts';
import { checkCommand } from './check-command.ts';
import { commandPaths } from './command-paths.ts';

/** Splits words without quotes. The shell reader has its own tests. */
function command(text: string, more: Partial<ShellCommand> = {}): ShellCommand {
  return { argv: text.split(' '), text, isReadOnly: false, hazard: null, danger: null, writes: [], ...more };
}
const reading = { isReadOnly: true };
const line = (...commands: ShellCommand[]): ShellLine => ({ kind: 'understood', commands });

function words(...commands: ShellCommand[]): string[] {
  return commandPaths(line(...commands), '').words.map(
    ({ word, isWrite, isGuess }) => `${isGuess ? 'may ' : ''}${isWrite ? 'write' : 'read'} ${word}`,
  );
}

describe('the files of a command', () => {
  it.each([
    ['cat -n a.txt ~/.ssh/id_rsa', reading, ['may read a.txt', 'may read ~/.ssh/id_rsa']],
    ['cat', { ...reading, text: 'cat < .env' }, ['may read .env']],
    ['sort a', { ...reading, writes: ['out'] }, ['write out', 'may read a']],
    ['cp a .git/hooks/pre-commit', {}, ['may read a', 'write .git/hooks/pre-commit']],
    ['cp -t .git/hooks a', {}, ['may write .git/hooks', 'may write a']],
    ['cp --target-directory=.git/hooks a', {}, ['may write .git/hooks', 'may write a']],
    ['mv a b', {}, ['write a', 'write b']],
    ['/bin/rm -rf a', {}, ['write a']],
    ['tee -a ~/.bashrc', {}, ['write ~/.bashrc']],
    ['node build.js --out=dist/x', {}, ['may write build.js', 'may write dist/x']],
    ['gcc -I/usr/include a.c', {}, ['may write /usr/include', 'may write a.c']],
    [
      'curl -d @.env -F f=@key.pem u',
      {},
      ['may write .env', 'may write f=@key.pem', 'may write key.pem', 'may write u'],
    ],
    ['grep -rn .env src', reading, ['may read src']],
    ['grep -ex .env', reading, ['may read .env']],
    ['rg --files .env', reading, ['may read .env']],
    ['find . -name .env', reading, ['may read .']],
    ['find . -fprint .git/hooks/x', {}, ['may write .', 'may write .git/hooks/x']],
    ['git show HEAD:.env', reading, ['may read show', 'may read HEAD:.env', 'may read .env']],
    ['git show :.env', reading, ['may read show', 'may read :.env', 'may read .env']],
    ['sed -ne p .env', reading, ['may read p', 'may read .env']],
    ['awk 1 .env', reading, ['may read .env']],
    ['rg x -g *.pem', reading, ['read server.pem', 'may read *.pem']],
    ['grep -r x --include=.env', reading, ['read .env']],
    [
      'find a -name .e* -exec cat {} +',
      reading,
      ['read .env', 'read .env.local', 'may read a', 'may read .e*', 'may read cat', 'may read {}', 'may read +'],
    ],
    ['curl file:///proc/self/environ', {}, ['may write /proc/self/environ']],
    ['echo .env /etc', reading, []],
  ] as const)('%s', (text, more, found) => {
    expect(words(command(text, more))).toEqual(found);
  });

  it('are the reads that are known of a read-only command', () => {
    const reads = [
      { word: 'a', shows: 'contents' },
      { word: 'b', shows: 'names' },
    ] as const;
    expect(words(command('x a b c', { ...reading, reads }))).toEqual(['read a', 'may read b']);
    expect(words(command('x c', { reads }))).toEqual(['may write c', 'read a', 'may read b']);
  });

  it('may be any words of a command that feeds arguments to another', () => {
    const cat = command('cat ...', reading);
    expect(words(command('echo .env', reading), command('xargs cat', reading), cat)).toContain('may read .env');
    expect(words(command('find . -name .env', reading), command('xargs cat', reading), cat)).toContain('read .env');
    const substituted = command('cat', { ...reading, argv: ['cat', '$(echo .env)'] });
    expect(words(command('echo .env', reading), substituted)).toContain('may read .env');
  });

  it('are also searched for in scripts', () => {
    const script = "open('.git/hooks/x','w').write(v)";
    expect(words(command('cat $F', { text: 'F=.git/hooks/x cat $F' }))).toContain('may write .git/hooks/x');
    const python = command('python -c', { argv: ['python', '-c', script] });
    expect(words(python)).toContain('may write .git/hooks/x');
  });

  it('count as written if one command writes them', () => {
    expect(words(command('cat a', reading), command('touch a'), command('node a'))).toEqual(['write a']);
  });

  it('may be relative to the directories that the line changes to', () => {
    const moved = line(command('cd sub/a', reading), command('pushd ..', reading), command('cd', reading));
    expect(commandPaths(moved, '').folders).toEqual(['sub/a', '..', '~']);
  });

  it('are all words of a line that is not understood', () => {
    const text = 'echo $[ 1 ] > "$HOME/.bashrc"; x=${HOME}/.ssh/id_rsa';
    const found = commandPaths({ kind: 'not_understood', why: 'arithmetic' }, text);
    expect(found.words).toContainEqual({ word: '~/.bashrc', isWrite: true, isGuess: true });
    expect(found.words).toContainEqual({ word: '~/.ssh/id_rsa', isWrite: true, isGuess: true });
  });
});

describe('a command', () => {
  it('that destroys something is a danger, and a hazard is a warning', () => {
    const wipe = command('rm -rf ~', { danger: 'deletes a directory and everything in it' });
    const sed = command('sed -i x a', { hazard: 'writes the files it reads' });
    const both = command('sudo x', {
      danger: 'runs as another user',
      hazard: 'runs as another user',
    });
    expect(checkCommand(line(wipe, wipe, sed, both, command('ls', reading)))).toEqual([
      {
        check: 'destructive_command',
        severity: 'danger',
        message: '`rm -rf ~` deletes a directory and everything in it',
      },
      { check: 'command_hazard', severity: 'warning', message: '`sed -i x a` writes the files it reads' },
      { check: 'destructive_command', severity: 'danger', message: '`sudo x` runs as another user' },
    ]);
  });

  it.each([
    ['git config core.hooksPath /tmp/x', 'git_hooks'],
    ['git -C a config --global Alias.st !x', 'git_hooks'],
    ['git config filter.x.smudge y', 'git_hooks'],
    ['git -c core.hooksPath=x commit', 'git_hooks'],
    ['crontab jobs', 'startup'],
    ['systemctl --user enable x', 'startup'],
  ])('sets up something to run automatically: %s', (text, check) => {
    expect(checkCommand(line(command(text)))).toMatchObject([{ check, severity: 'danger' }]);
  });

  it.each([
    ['git config user.name me', {}],
    ['git config --get core.hooksPath', reading],
    ['crontab -l', {}],
    ['git commit -m core.hooksPath', {}],
  ])('sets up nothing: %s', (text, more) => {
    expect(checkCommand(line(command(text, more)))).toEqual([]);
  });

  it('is a danger if it writes a file whose name only the shell knows', () => {
    const found = checkCommand(line(command('ls', { writes: ['$OUT', '$HOME/a', '${PWD}/b', 'c', '$(mktemp)'] })));
    expect(found.map(({ message }) => message)).toEqual([
      '`ls` writes $OUT, whose name is known only to the shell',
      '`ls` writes $(mktemp), whose name is known only to the shell',
    ]);
  });

  it('is a warning if it is not understood', () => {
    expect(checkCommand({ kind: 'not_understood', why: 'it has a backtick' })).toEqual([
      { check: 'unclear_command', severity: 'warning', message: 'cannot be analyzed: it has a backtick' },
    ]);
  });
});
