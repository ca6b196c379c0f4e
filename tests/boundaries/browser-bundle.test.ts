import { build } from 'esbuild';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

/** The globals of a web page, without those of Node. */
function pageContext(): { result: unknown } {
  return { ...{ result: undefined }, ...{ setTimeout, queueMicrotask, structuredClone, AbortController, TextEncoder } };
}

test('the protocol bundles for a browser and runs without Node', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        import { AgentSession, agentEventSchema, parseSend, createMessage } from '@bowline/protocol';
        const start = { type: 'agent_start', id: '1', streamId: 's', at: '2026-01-01T00:00:00.000Z' };
        const end = { type: 'agent_end', reason: 'completed', id: '2', streamId: 's', at: '2026-01-01T00:00:00.000Z' };
        const agent = {
          sessionId: 'x', async send(value) { parseSend(value); return { streamId: 's' }; }, subscribe: () => () => {},
          async *events() { yield agentEventSchema.parse(start); yield agentEventSchema.parse(end); },
          async status() {}, async abort() {},
        };
        result = (async () => {
          const seen = [];
          for await (const event of new AgentSession(agent).sendStream(createMessage('hi'))) seen.push(event.type);
          return seen;
        })();`,
      resolveDir: import.meta.dirname,
    },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', minify: true, metafile: true },
    conditions: ['@bowline/source'],
  });
  const context = pageContext();
  runInContext(outputFiles[0]?.text ?? '', createContext(context));
  expect(await context.result).toEqual(['agent_start', 'agent_end']);
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => !/packages\/protocol\/src|node_modules\/zod|<stdin>/.test(path),
  );
  expect(foreign).toEqual([]);
});
