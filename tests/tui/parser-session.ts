import { answer, type ScriptedStep } from '@bowline/testkit';

const read = (file_path: string) => ({ name: 'read_file', args: { file_path } });
const test = { name: 'run_shell_command', args: { command: 'npm test -- parser' } };

/** What the user asks for. */
export const PARSER_REQUEST = 'The parser tests fail since yesterday. Find out why and fix it.';

/** The model reads a parser, runs its tests, mends it, and runs them again. */
export const parserSession: readonly ScriptedStep[] = [
  {
    chunks: [
      { thought: 'the loop in tokenize may run one past the end' },
      { text: "I'll read the parser and run its tests.", delayMs: 600 },
      { calls: [read('src/parse.ts'), read('src/print.ts'), read('src/index.ts')], delayMs: 400 },
    ],
  },
  answer.calls(test),
  {
    chunks: [
      { text: 'The loop ends one step late, so `text[i]` is undefined on the last pass.', delayMs: 600 },
      {
        calls: [
          {
            name: 'replace',
            args: {
              file_path: 'src/parse.ts',
              old_string: 'i <= text.length',
              new_string: 'i < text.length',
              instruction: 'stop at the last character',
            },
          },
        ],
        delayMs: 400,
      },
    ],
  },
  answer.calls(test),
  {
    chunks: [
      { text: 'Fixed: tokenize compared with `<=` and read one character past the end.', delayMs: 600 },
      { text: '\nAll 28 parser tests pass. I would also add a test for trailing spaces.', delayMs: 600 },
    ],
  },
];
