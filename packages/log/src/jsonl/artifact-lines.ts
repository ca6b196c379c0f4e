import { AgentError, parseArtifactName } from '@bowline/protocol';
import * as z from 'zod';
import { toArtifactName, type ArtifactStore } from '../artifacts/artifact-store.ts';

/** A longer text takes several lines, because readers limit the length of a line. */
const PIECE = 1024 * 1024;

const lineSchema = z.object({
  artifact: z.string(),
  text: z.string(),
  /** The next line continues the text. */
  more: z.boolean().optional(),
});

/** The artifacts of a session as lines of an export. */
export async function* toArtifactLines(artifacts: ArtifactStore, sessionId: string): AsyncIterable<string> {
  for (const artifact of await artifacts.list(sessionId)) {
    const text = await artifacts.get(sessionId, artifact);
    if (text === undefined) continue;
    for (let at = 0; at === 0 || at < text.length; at += PIECE) {
      const more = at + PIECE < text.length;
      yield JSON.stringify({ artifact, text: text.slice(at, at + PIECE), ...(more ? { more } : {}) });
    }
  }
}

/** An export from which the artifacts are read first, and then the rest. */
export interface ArtifactLines {
  /** Throws `IMPORT_INVALID` if a text does not fit its name. */
  readonly artifacts: AsyncIterable<string>;
  readonly rest: AsyncIterable<string>;
}

/** Divides the lines of an export after its header. */
export function splitArtifactLines(lines: AsyncIterator<string>): ArtifactLines {
  let held: string | undefined;
  async function* readArtifacts(): AsyncIterable<string> {
    let pieces: string[] = [];
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const line = parseArtifactLine(next.value);
      if (line === undefined) {
        held = next.value;
        break;
      }
      pieces.push(line.text);
      if (line.more === true) continue;
      const text = pieces.join('');
      if (toArtifactName(text) !== line.artifact) throw invalid(`${line.artifact} has another text`);
      yield text;
      pieces = [];
    }
    if (pieces.length > 0) throw invalid('an artifact is incomplete');
  }
  async function* readRest(): AsyncIterable<string> {
    if (held !== undefined) yield held;
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) yield next.value;
  }
  return { artifacts: readArtifacts(), rest: readRest() };
}

/** Undefined for a line that is something else. */
function parseArtifactLine(line: string): z.infer<typeof lineSchema> | undefined {
  if (!/^\s*\{\s*"artifact"\s*:/.test(line)) return undefined;
  try {
    const parsed = lineSchema.parse(JSON.parse(line));
    if (parseArtifactName(parsed.artifact) !== undefined) return parsed;
  } catch {
    // Said below.
  }
  throw invalid('an artifact cannot be read');
}

function invalid(what: string): AgentError {
  return new AgentError('IMPORT_INVALID', `The export is damaged: ${what}`, {
    hint: 'The copy was changed or is incomplete. Nothing was imported',
  });
}
