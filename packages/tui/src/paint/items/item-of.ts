import type { TranscriptItem } from '../../transcript/transcript.ts';

/** A part of a transcript of one kind. */
export type ItemOf<Kind extends TranscriptItem['kind']> = Extract<TranscriptItem, { kind: Kind }>;
