import type { Content } from '@google/genai';
import { cutMiddle, toLine } from './cut-middle.ts';
import { withoutAppendix } from './rendering.ts';
import { allotRoom, type Claim } from './allot-room.ts';
import { toPieces, type Piece } from './to-pieces.ts';

/** The maximum length of a transcript, in characters. */
export interface TranscriptLimits {
  readonly maxChars: number;
}

/** A shorter block is useless. */
const LEAST_BLOCK = 60;
/** Room for the line that says how much was left out. */
const NOTE_ROOM = 60;
const LONGEST_ARGUMENT = 600;
const LONGEST_NAME = 100;

/** Prefixes for messages and for data, so that neither can be mistaken for a heading. */
const SAID = '  ';
const DATA = '| ';

/** Tools whose results can be fetched again, so they get less room. */
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
 * Contents as plain text for a model that reads them without taking part: messages by speaker, calls with arguments,
 * results marked as data. Never longer than the limit: results are cut first, mainly old ones and those that can be
 * fetched again, then calls and agent messages, and user messages last.
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
  const note = left === 0 ? [] : [`[${left === 1 ? '1 part' : `${left} parts`} omitted to save room]`];
  return cutMiddle([...note, ...kept].join('\n'), maxChars);
}

function toBlock(piece: Piece): Block {
  switch (piece.kind) {
    case 'earlier_summary': {
      const title = 'EARLIER SUMMARY (of what came before; carry over its content):';
      return quote(title, withoutAppendix(piece.text), piece.kind);
    }
    case 'person':
      return quote('USER:', piece.text, piece.kind);
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

/** Arguments on one line. Long ones show only their ends. */
function showArgs(args: Record<string, unknown>): string {
  return JSON.stringify(args, (_, value: unknown) =>
    typeof value === 'string' ? cutMiddle(value, LONGEST_ARGUMENT) : value,
  ).replaceAll(/[\u0085\u2028\u2029]/gu, ' ');
}
