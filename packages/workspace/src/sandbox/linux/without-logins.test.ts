import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { withoutLogins } from './without-logins.ts';

const TOKEN = 'ghp_0123';

test.each([
  [
    '[remote "o"]\n\turl = https://me:ghp_0123@git.example/a.git\n',
    '[remote "o"]\n\turl = https://git.example/a.git\n',
  ],
  ['[remote "o"]\n\turl = https://ghp_0123@git.example/a\n', '[remote "o"]\n\turl = https://git.example/a\n'],
  [
    '[remote "o"]\n\tpushurl = "HTTPS://a@b:ghp_0123@git.example/a"\n',
    '[remote "o"]\n\tpushurl = "HTTPS://git.example/a"\n',
  ],
  ['[remote "o"] url = https://x:ghp_0123@h/a\n', '[remote "o"] url = https://h/a\n'],
  ['[remote "o"]\n\turl = https://x:ghp_\\\n0123@h/a\n', '[remote "o"]\n\turl = https://h/a\n'],
  ['[remote "o"]\n\turl = ssh://git:ghp_0123@h/a\n', '[remote "o"]\n\turl = ssh://git@h/a\n'],
  [
    '[remote "o"]\n\turl = https://h/a?private_token=ghp_0123&x=1\n',
    '[remote "o"]\n\turl = https://h/a?private_token=&x=1\n',
  ],
  ['[url "https://me:ghp_0123@h/"]\n\tinsteadOf = gh:\n', '[url "https://h/"]\n\tinsteadOf = gh:\n'],
  ['[http "https://h/"]\n\textraheader = AUTHORIZATION: basic ghp_0123\n', '[http "https://h/"]\n\textraheader =\n'],
  ['[http] extraHeader=Authorization: ghp_0123\n', '[http] extraHeader=\n'],
  ['[http]\n\tproxy = http://u:ghp_0123@proxy:80\n', '[http]\n\tproxy = http://proxy:80\n'],
  ['[sendemail]\n\tsmtpPass = ghp_0123\n', '[sendemail]\n\tsmtpPass =\n'],
  ['[github]\n\ttoken = ghp_0123\n', '[github]\n\ttoken =\n'],
  ['[credential]\n\thelper = "!echo password=ghp_0123"\n', '[credential]\n\thelper =\n'],
  ['[a] [remote "x]y"] token = ghp_0123\n', '[a] [remote "x]y"] token =\n'],
  ['# old: https://me:ghp_0123@h/a\n', '# old: https://h/a\n'],
])('%j', (settings, clean) => {
  expect(withoutLogins(settings)).toBe(clean);
  expect(clean).not.toContain(TOKEN);
});

test.each([
  '[remote "o"]\n\turl = git@git.example:me/a.git\n',
  '[remote "o"]\r\n\turl = ssh://git@git.example/me/a.git\r\n',
  '[remote "o"]\n\turl = https://git.example/@scope/a.git\n',
  '[user]\n\temail = me@example.com\n\tname = A; B\n[core]\n\tbare = false\n',
  '[alias]\n\tx = !sh -c \\\n"a"\n',
  '[credential]\n\thelper = store\n\tuseHttpPath = true\n',
  '[branch "fix-token"]\n\tremote = o\n\tmerge = refs/heads/token\n',
  '',
])('%j contains no credentials', (settings) => {
  expect(withoutLogins(settings)).toBe(settings);
});

test.each([
  ['a.', 'x = %'],
  ['?key', 'url = %'],
  ['[helper=', '%'],
  [']helper=', '%'],
  ['pass', '[a] %'],
  ['[a"', '%'],
  ['a://b:', 'url = %'],
  ['https://', 'url = %'],
  ['\\\n', 'url = %'],
])('takes linear time for %j', (part, line) => {
  const timeOf = (times: number): number => {
    const started = performance.now();
    withoutLogins(line.replace('%', () => part.repeat(times)));
    return performance.now() - started;
  };
  expect(timeOf(200_000)).toBeLessThan(1000);
});

test('Git can parse the result', () => {
  const settings =
    '[http]\n\textraheader = A: b\n[remote "o"]\n\turl = https://a:b@h/c\n\tfetch = +refs/heads/*:refs/o/*\n';
  const input = withoutLogins(settings);
  const read = execFileSync('git', ['config', '--file', '-', '--list'], { input, encoding: 'utf8' });
  expect(read).toBe('http.extraheader=\nremote.o.url=https://h/c\nremote.o.fetch=+refs/heads/*:refs/o/*\n');
});
