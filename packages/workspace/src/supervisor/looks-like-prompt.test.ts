import { expect, test } from 'vitest';
import { looksLikePrompt } from './looks-like-prompt.ts';

const prompts: readonly string[] = [
  'name: ',
  'Password: ',
  '[sudo] password for you: ',
  'Enter passphrase for key /home/you/.ssh/id_ed25519: ',
  'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
  'Do you want to continue? [Y/n] ',
  'package name: (demo) ',
  'Overwrite (y/n)',
  'Proceed (Y/n)? ',
  "Username for 'https://example.com': ",
  '>>> ',
  'mysql> ',
  'sh-5.2$ ',
  'lines\nbefore it\n\u{1B}[1G\u{1B}[0Jok? \u{1B}[5G',
  'Press any key to continue . . .',
  '? Which one? › first\n  second\n',
  '◆  Project name:\n│  demo\n└',
  '\u{1B}[?1049h\u{1B}[2J~\n~\n~\n"file" 1L',
];
test.each(prompts)('%j is a prompt', (output) => {
  expect(looksLikePrompt(output)).toBe(true);
});

const others: readonly string[] = [
  '',
  'name:\n',
  'Downloading 45%',
  'compiled in 3 s',
  'listening on http://localhost:3000',
  `${'x'.repeat(400)}: `,
  '\u{1B}[?1049htext\u{1B}[?1049lback',
];
test.each(others)('%j is not a prompt', (output) => {
  expect(looksLikePrompt(output)).toBe(false);
});
