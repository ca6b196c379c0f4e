// The comparison: a plain script on ADK with one tool and its in-memory session, as in ADK's documentation.
import { readFile } from 'node:fs/promises';
import {
  FunctionTool,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  Runner,
  setLogLevel,
  StreamingMode,
} from '@google/adk';
import { setDefaultBaseUrls } from '@google/genai';
import * as z from 'zod';

setLogLevel(LogLevel.ERROR);
// Set here too, because the client for browsers, which a bundle may use instead, does not read the environment.
setDefaultBaseUrls({ geminiUrl: process.env['GOOGLE_GEMINI_BASE_URL'] ?? '' });
const [prompt = 'hi', report = ''] = process.argv.slice(2);
const readFileTool = new FunctionTool({
  name: 'read_file',
  description: 'Reads a file',
  parameters: z.object({ file_path: z.string() }),
  execute: async ({ file_path }) => ({ output: await readFile(file_path, 'utf8') }),
});
const agent = new LlmAgent({
  name: 'main',
  model: 'gemini-2.5-pro',
  instruction: () => 'You are a coding agent.',
  tools: [readFileTool],
});
const sessionService = new InMemorySessionService();
await sessionService.createSession({ appName: 'bare', userId: 'u', sessionId: 's' });
const runner = new Runner({ appName: 'bare', agent, sessionService });
const start = { wall: performance.now(), cpu: process.cpuUsage() };
const events = runner.runAsync({
  userId: 'u',
  sessionId: 's',
  newMessage: { role: 'user', parts: [{ text: prompt }] },
  runConfig: { streamingMode: StreamingMode.SSE, maxLlmCalls: 0 },
});
for await (const event of events) {
  if (event.errorCode !== undefined) throw new Error(event.errorMessage);
  if (event.partial === true) process.stdout.write(event.content?.parts?.[0]?.text ?? '');
}
if (report !== '') {
  const { user, system } = process.cpuUsage(start.cpu);
  console.log(`\n${JSON.stringify({ wallMs: performance.now() - start.wall, cpuMs: (user + system) / 1000 })}`);
}
