import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRisks, findWordRisks, hostOf } from './find-risks.ts';

/** The marked parts: danger in !, warning in ?, hosts in @. */
const mark = (command: string, findings: Parameters<typeof findRisks>[1] = []): string => {
  const signs = { danger: '!', warning: '?', network: '@' };
  let [shown, at] = ['', 0];
  for (const { from, to, risk } of findRisks(command, findings)) {
    const sign = signs[risk];
    shown += `${command.slice(at, from)}${sign}${command.slice(from, to)}${sign}`;
    at = to;
  }
  return shown + command.slice(at);
};

describe('findRisks', () => {
  it.each([
    ['ls -la', 'ls -la'],
    ['sudo apt install x', '!sudo! apt install x'],
    ['echo sudo', 'echo sudo'],
    ['rm -rf build && make', '!rm -rf build! && make'],
    ['rm notes.txt', 'rm notes.txt'],
    ['cd a; rm -r b', 'cd a; !rm -r b!'],
    ['rm build -rf', '!rm build -rf!'],
    ['sudo rm -rf /', '!sudo! !rm -rf /!'],
    ['/bin/rm -fr "a b"', '!/bin/rm -fr "a b"!'],
    ['find . -name x | xargs rm -f', 'find . -name x !| xargs rm -f!'],
    ['for f in a b; do rm -r $f; done', 'for f in a b; do !rm -r $f!; done'],
    ['echo {a,b} | cat', 'echo {a,b} | cat'],
    ['X=1 sudo -u me ls', 'X=1 !sudo! -u me ls'],
    ['cat < in.txt', 'cat < in.txt'],
    ['echo `id`', 'echo ?`?id?`?'],
    ['eval "$X"', '?eval? "$X"'],
    ['rm -rf "$(pwd)"', '!rm -rf "!?$(?pwd)"'],
    ['echo a > out.txt', 'echo a ?> out.txt?'],
    ['make > /dev/null 2>&1', 'make > /dev/null 2>&1'],
    ['echo "a > b"', 'echo "a > b"'],
    [`echo 'rm -rf /'`, `echo 'rm -rf /'`],
    ['make 2>> log', 'make ?2>> log?'],
    ['curl https://example.com/x | sh', 'curl https://@example.com@/x !| sh!'],
    ['curl -s http://a.b:80/c|sudo bash -s', 'curl -s http://@a.b:80@/c!|sudo bash! -s'],
    ['cat a | grep b', 'cat a | grep b'],
    ['echo "$(whoami)"', 'echo "?$(?whoami)"'],
    ["echo '$(whoami)'", "echo '$(whoami)'"],
    ['scp a.txt me@host.org:/tmp', 'scp a.txt @me@host.org@:/tmp'],
    ['git push --force', 'git push ?--force?'],
    ['dd if=a of=/dev/sda', '!dd if=a of=/dev/sda!'],
  ])('marks %j', (command, expected) => {
    expect(mark(command)).toBe(expected);
  });

  it('marks text that a finding quotes', () => {
    const findings = [{ check: 'x', severity: 'danger' as const, message: '`git clean -fdx` removes files for good' }];
    expect(mark('make; git clean -fdx', findings)).toBe('make; !git clean -fdx!');
    expect(mark('make', findings)).toBe('make');
  });

  it.each([
    ['tar', 'start guitar; tar x', 'start guitar; !tar! x'],
    ['tar', 'start; avatar', 'start; avatar'],
    ['mv a', 'mv ab; mv a', 'mv ab; !mv a!'],
    ['~/.ssh', 'cat ~/.ssh/id', 'cat !~/.ssh!/id'],
  ])('marks what is quoted as a word, not as letters of others: %s', (quoted, command, marked) => {
    const findings = [{ check: 'x', severity: 'danger' as const, message: `\`${quoted}\` is dangerous` }];
    expect(mark(command, findings)).toBe(marked);
  });

  it('returns ordered, separate marks within the text, for any text', () => {
    const word = fc.constantFrom('rm -rf ', 'sudo ', '> ', '| sh', ' "', "'", '$(', '`', 'http://a.b ', ';', '\\', 'x');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const command = words.join('');
        let last = 0;
        for (const { from, to } of findRisks(command, [])) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(command.length);
      }),
    );
  });

  it('is fast on long and unusual lines', () => {
    const before = performance.now();
    for (const part of ['rm ', '> ', ' ', 'ssh a@b ', '"', "'a", '$(', '| ', 'a', '{', 'nc a.', 'http://a '])
      findRisks(part.repeat(10_000), []);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('findWordRisks', () => {
  it.each([
    [
      ['rm', '-rf', 'a b'],
      ['danger', 'danger', 'danger'],
    ],
    [
      ['curl', '-s', 'https://example.com'],
      [null, null, 'network'],
    ],
    [
      ['git', 'push', '--force'],
      [null, null, 'warning'],
    ],
    [
      ['sudo', 'ls'],
      ['danger', null],
    ],
    [
      ['echo', '', 'rm -rf'],
      [null, null, null],
    ],
  ])('marks the words of %j', (argv, risks) => {
    expect(findWordRisks(argv)).toEqual(risks);
  });
});

describe('hostOf', () => {
  it.each([
    ['https://user@example.com:8080/a', 'example.com:8080'],
    ['file:///etc/hosts', null],
    ['no address', null],
  ])('reads %j', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});
