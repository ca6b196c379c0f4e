// The model of the benches, in a process of its own. It keeps no state: what a prompt says in JSON is what it does.
import { answer, openGeminiServer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';

interface Content {
  readonly role?: string;
  readonly parts?: readonly { readonly text?: string; readonly functionResponse?: object }[];
}

/** What a prompt may ask for: so many steps with these calls, or an answer of so many chunks. */
interface Wish {
  readonly steps?: number;
  readonly calls?: readonly { readonly name: string; readonly args: Record<string, string> }[];
  readonly chunks?: number;
  /** Each chunk is sent by itself, as a network would deliver it. */
  readonly isApart?: boolean;
}

const hello = answer.text('hello');
const known = new Map<string, { readonly wish: Wish; readonly step: ScriptedStep }>();

function toStep(text: string): { readonly wish: Wish; readonly step: ScriptedStep } {
  const found = known.get(text);
  if (found !== undefined) return found;
  const wish: Wish = text.startsWith('{') ? (JSON.parse(text) as Wish) : {};
  const chunks = Array.from({ length: wish.chunks ?? 0 }, (_, n) => ({ text: `word ${n} ` }));
  const streamed = { chunks, ...(wish.isApart === true ? { splitBytes: 65_536 } : {}) };
  const step = wish.calls === undefined ? (chunks.length === 0 ? hello : streamed) : answer.calls(...wish.calls);
  const made = { wish, step };
  known.set(text, made);
  return made;
}

function generate({ body }: ServedRequest): ScriptedStep {
  const contents = (body as { readonly contents?: readonly Content[] }).contents ?? [];
  const asked = contents.findLastIndex(({ role, parts }) => role === 'user' && parts?.[0]?.text !== undefined);
  const text = contents[asked]?.parts?.[0]?.text ?? '';
  const { wish, step } = toStep(text);
  if (wish.calls === undefined) return step;
  const done = contents.slice(asked + 1).filter(({ role }) => role !== 'model').length;
  return done < (wish.steps ?? 1) ? step : hello;
}

const server = await openGeminiServer([], { generate, keepBodies: false });
console.log(server.url);
process.once('disconnect', () => {
  void server.close();
});
