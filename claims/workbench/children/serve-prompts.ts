// The model of the benchmarks, in its own process. It has no memory: it carries out the JSON in a prompt.
import { answer, openGeminiServer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';

interface Content {
  readonly role?: string;
  readonly parts?: readonly { readonly text?: string; readonly functionResponse?: object }[];
}

/** What a prompt may request: a number of steps with these calls, or an answer of a number of chunks. */
interface Wish {
  readonly steps?: number;
  /** `{n}` is replaced with the number of the step, because identical calls would be detected as a loop. */
  readonly calls?: readonly { readonly name: string; readonly args: Record<string, string> }[];
  readonly chunks?: number;
  /** The delay before each chunk. */
  readonly everyMs?: number;
  /** Each chunk is sent separately, as a network would deliver it. */
  readonly isApart?: boolean;
  /** The number of words in a paragraph. By default the answer is one paragraph. */
  readonly paragraph?: number;
}

const hello = answer.text('hello');
const known = new Map<string, { readonly wish: Wish; readonly step: ScriptedStep }>();

/** A different word each time, because repetitive text would be detected as a loop and cut off. */
function toWord(n: number): string {
  const letters = Math.imul(n + 1, 0x9e3779b1) >>> 0;
  return letters.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
}

function isLast(n: number, { paragraph }: Wish): boolean {
  return paragraph !== undefined && n % paragraph === paragraph - 1;
}

function toStep(text: string): { readonly wish: Wish; readonly step: ScriptedStep } {
  const found = known.get(text);
  if (found !== undefined) return found;
  const wish: Wish = text.startsWith('{') ? (JSON.parse(text) as Wish) : {};
  const chunks = Array.from({ length: wish.chunks ?? 0 }, (_, n) => ({
    text: `${toWord(n)}${isLast(n, wish) ? '.\n\n' : ' '}`,
    ...(wish.everyMs === undefined ? {} : { delayMs: wish.everyMs }),
  }));
  const streamed = { chunks, ...(wish.isApart === true ? { splitBytes: 65_536 } : {}) };
  const step = chunks.length === 0 ? hello : streamed;
  const made = { wish, step };
  known.set(text, made);
  return made;
}

/** One answer for every side request: a summary, nothing missing in it, no loop. */
const aside = answer.text(JSON.stringify({ goal: 'to go on', facts: ['it was long'], confidence: 0, reason: 'fine' }));

interface Body {
  readonly contents?: readonly Content[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

function generate({ body }: ServedRequest): ScriptedStep {
  const { contents = [], generationConfig = {} } = body as Body;
  if (generationConfig.responseMimeType === 'application/json') return aside;
  const asked = contents.findLastIndex(({ role, parts }) => role === 'user' && parts?.[0]?.text !== undefined);
  const text = contents[asked]?.parts?.[0]?.text ?? '';
  const { wish, step } = toStep(text);
  if (wish.calls === undefined) return step;
  const done = contents.slice(asked + 1).filter(({ role }) => role !== 'model').length;
  return done < (wish.steps ?? 1) ? answer.calls(...wish.calls.map((call) => numbered(call, done))) : hello;
}

function numbered<Call extends { readonly args: Record<string, string> }>(call: Call, n: number): Call {
  const args = Object.entries(call.args).map(([name, value]) => [name, value === '{n}' ? 10_000 + n : value]);
  return { ...call, args: Object.fromEntries(args) as Call['args'] };
}

const server = await openGeminiServer([], { generate, keepBodies: false });
console.log(server.url);
process.once('disconnect', () => {
  void server.close();
});
