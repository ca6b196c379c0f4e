// Fails if a phrase that was removed from the project's texts comes back: in strings, comments, test names or Markdown.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

/** Each with what to write instead. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'name who it is: the user, the caller, the reader'],
  [
    /\b(?:some|any|no)body (?=[a-z])|\b(?:by|of|for|to|from|asks?|is|are) (?:some|any|no)body\b/i,
    'name who it is: the user, another process',
  ],
  [/\bthe person refused\b/i, 'the user denied this call'],
  [/\b(?:can(?:not)? be had|to be had)\b/i, 'is (un)available'],
  [/\bunless told\b/i, 'defaults to ...'],
  [/\bshall\b(?!\|)/i, 'will, must or should'],
  [/\b(?:is|are) heard\b/i, 'is sent, is reported'],
  [/\bwhat there (?:is|are)\b/i, 'name the thing'],
  [/\bnot for a folder to say\b/i, 'ignored in project settings'],
  [/\bwithout a word\b/i, 'silently'],
  [/\bas it comes\b/i, 'the default, or: as it arrives'],
  [/\bgo(?:es)? round\b/i, 'repeats'],
  [/\bsees? to (?:it|what|commands?)\b/i, 'manages'],
  [/\bput (?:it |them )?right\b/i, 'fix'],
  [/\bby itself until\b/i, 'everything needs approval until ...'],
  [/\bis not read here\b/i, 'Bowline cannot check it'],
  [/\bfor want of\b/i, 'because of'],
  [/\bbut for (?:its|the|those|blanks|what)\b/i, 'except for'],
  [/\bwaits for you\b/i, 'needs approval'],
  [/\bwhose loop holds\b/i, 'durable'],
  [/\bSay what you want done\b/i, 'Type a request'],
  [/\bwhich is asked now\b/i, '(current)'],
  [/\bone event of the contract\b/i, 'one JSON event per line'],
  [/\bno longer counts\b.*\babove\b/i, 'Rewound to before ...'],
];

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((path) => /\.(?:ts|tsx|md)$/.test(path) && path !== 'scripts/check-voice.ts');
let found = 0;
for (const file of files) {
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const [phrase, instead] of PHRASES) {
      const [match] = phrase.exec(line) ?? [];
      if (match === undefined) continue;
      console.error(`${file}:${at + 1}: "${match}" (write instead: ${instead})`);
      found += 1;
    }
  }
}
console.log(`${found} phrases of ${PHRASES.length} in ${files.length} files`);
process.exitCode = found === 0 ? 0 : 1;
