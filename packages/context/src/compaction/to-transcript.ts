import type { Content } from '@google/genai';
import { cutMiddle, toLine } from './cut-middle.ts';
import { withoutAppendix } from './rendering.ts';
import { allotRoom, type Claim } from './allot-room.ts';
import { toPieces, type Piece } from './to-pieces.ts';

/** How long a transcript may be, in characters. */
export interface TranscriptLimits {
  readonly maxChars: number;
}

/** Of less than this nobody can make anything. */
const LEAST_BLOCK = 60;
/** Room for the line that says how much was left out. */
const NOTE_ROOM = 60;
const LONGEST_ARGUMENT = 600;
const LONGEST_NAME = 100;

/** Lines of what was said, and of what is only data, so that neither can pass for a heading of the transcript. */
const SAID = '  ';
const DATA = '| ';

/** Tools whose results can be had again, and so are worth less room than any other. */
const READING: ReadonlySet<string> = new Set([
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'search_file_content',
]);

interface Block extends Claim {
  readonly text: string;
  readonly prefix: string;
}

/**
 * Contents as plain text for a model that is to read them, and not to take part: who said what, calls with their
 * arguments, results marked as data. Never longer than allowed: results are cut first, those most that can be had again
 * and those that are old, then calls and what the agent said, and what the person said only when nothing else is left.
 */
export function toTranscript(contents: readonly Content[], { maxChars }: TranscriptLimits): string {
  const blocks = toPieces(contents).map(toBlock);
  const total = blocks.reduce((sum, { size }) => sum + size, 0);
  if (total <= maxChars) return blocks.map(({ text }) => text).join('\n');
  const shares = allotRoom(blocks, maxChars - NOTE_ROOM);
  const kept = blocks.flatMap(({ text, prefix }, at) => {
    const room = (shares[at] ?? 0) - 1;
    return text.length > room && room < LEAST_BLOCK ? [] : [cutMiddle(text, room, prefix)];
  });
  const left = blocks.length - kept.length;
  const note = left === 0 ? [] : [`[${left === 1 ? '1 part' : `${left} parts`} left out to save room]`];
  return cutMiddle([...note, ...kept].join('\n'), maxChars);
}

function toBlock(piece: Piece): Block {
  switch (piece.kind) {
    case 'earlier_summary': {
      const title = 'EARLIER SUMMARY (of what came before; carry over what it says):';
      return quote(title, withoutAppendix(piece.text), piece.kind);
    }
    case 'person':
      return quote('PERSON:', piece.text, piece.kind);
    case 'agent':
      return quote('AGENT:', piece.text, piece.kind);
    case 'media':
      return block(`MEDIA (not shown): ${toLine(piece.text, LONGEST_NAME)}`, 'agent');
    case 'call':
      return block(`CALL ${toLine(piece.name, LONGEST_NAME)} ${showArgs(piece.args)}`, 'call');
    case 'result': {
      const title = `${piece.isError ? 'FAILED RESULT' : 'RESULT'} of ${toLine(piece.name, LONGEST_NAME)} (data):`;
      return quote(title, piece.text, READING.has(piece.name) ? 'reading' : 'result');
    }
  }
}

function quote(title: string, body: string, rank: Claim['rank']): Block {
  const prefix = rank === 'result' || rank === 'reading' ? DATA : SAID;
  const lines = body.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).map((line) => `${prefix}${line}`);
  return block([title, ...lines].join('\n'), rank, prefix);
}

function block(text: string, rank: Claim['rank'], prefix = DATA): Block {
  return { text, rank, prefix, size: text.length + 1 };
}

/** Arguments on one line, the long ones with their ends only. */
function showArgs(args: Record<string, unknown>): string {
  return JSON.stringify(args, (_, value: unknown) =>
    typeof value === 'string' ? cutMiddle(value, LONGEST_ARGUMENT) : value,
  ).replaceAll(/[\u0085\u2028\u2029]/gu, ' ');
}
