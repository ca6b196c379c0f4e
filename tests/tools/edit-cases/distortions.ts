import { changes, type Change } from './changes.ts';
import { swap, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

/** A change as sent by a model that gets the layout wrong in one way. */
interface Distortion {
  readonly name: string;
  readonly sent?: (text: string) => string;
  /** Changes the file instead, and the expected result with it. */
  readonly file?: (text: string) => string;
  readonly isMeant?: (change: Change) => boolean;
  /** Sent with the final line break; most are sent without. */
  readonly hasLastBreak?: boolean;
  /** The error type, if the sent text is ambiguous. */
  readonly refused?: string;
}

const eachLine = (text: string, each: (line: string) => string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : each(line)))
    .join('\n');
const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';
const isTabbed = ({ from }: Change): boolean => from.includes('\t');
const leastIndent = (text: string): number =>
  Math.min(
    ...text
      .split('\n')
      .filter(Boolean)
      .map((line) => indentOf(line).length),
  );

const isFour = ({ file }: Change): boolean => ['inventory.py', 'style.css', 'parser.rs', 'Account.java'].includes(file);
const isTwo = ({ file }: Change): boolean => ['cart.ts', 'backup.sh', 'package.json'].includes(file);

const withoutIndent = (text: string): string => eachLine(text, (line) => line.slice(leastIndent(text)));

const distortions: readonly Distortion[] = [
  { name: 'as it is' },
  { name: 'as it is, with its last line break', hasLastBreak: true },
  { name: 'in a file with CRLF', file: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'with CRLF, in a file without', sent: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'without its indentation', sent: withoutIndent },
  {
    name: 'without its indentation, with its last line break',
    sent: withoutIndent,
    hasLastBreak: true,
    isMeant: ({ file }) => file === 'cart.ts' || file === 'deploy.yaml',
  },
  {
    name: 'indented further by four',
    sent: (text) => eachLine(text, (line) => `    ${line}`),
    isMeant: (change) => !isTabbed(change),
  },
  { name: 'indented further by a tab', sent: (text) => eachLine(text, (line) => `\t${line}`), isMeant: isTabbed },
  { name: 'with blanks for tabs', sent: (text) => text.replaceAll('\t', '    '), isMeant: isTabbed },
  { name: 'with two blanks for tabs', sent: (text) => text.replaceAll('\t', '  '), isMeant: isTabbed },
  {
    name: 'with tabs for blanks',
    sent: (text) => eachLine(text, (line) => '\t'.repeat(indentOf(line).length / 4) + line.trimStart()),
    isMeant: isFour,
  },
  {
    name: 'with two blanks for four',
    sent: (text) => eachLine(text, (line) => ' '.repeat(indentOf(line).length / 2) + line.trimStart()),
    isMeant: isFour,
  },
  {
    name: 'with four blanks for two',
    sent: (text) => eachLine(text, (line) => indentOf(line).repeat(2) + line.trimStart()),
    isMeant: isTwo,
  },
  {
    name: 'with every line flush left',
    sent: (text) => eachLine(text, (line) => line.trimStart()),
    isMeant: ({ from }) => new Set(from.split('\n').filter(Boolean).map(indentOf)).size > 1,
    refused: 'layout_mismatch',
  },
];

function distort({ file, from, to }: Change, distortion: Distortion): EditCase {
  const { name, sent = (text: string) => text, file: toFile = (text: string) => text, refused } = distortion;
  const toSent = (text: string): string => sent(distortion.hasLastBreak === true ? text : text.slice(0, -1));
  const after = toFile(swap(samples[file], from, to));
  return {
    title: `${file}, ${from.split('\n')[0]?.trim() ?? ''}: ${name}`,
    file,
    before: toFile(samples[file]),
    call: { old_string: toSent(from), new_string: toSent(to) },
    expected: refused === undefined ? { after } : { refused },
  };
}

/** Every change in every wrong layout that applies to it. */
export const distortedCases: readonly EditCase[] = distortions.flatMap((distortion) =>
  changes.filter((change) => distortion.isMeant?.(change) ?? true).map((change) => distort(change, distortion)),
);
