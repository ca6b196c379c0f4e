// Adds your own tool: the model calls it, and the log records it. Set GEMINI_API_KEY, then: node custom-tool.ts
import { defineTool, openSession, succeed } from '@bowline/sdk';
import * as z from 'zod';

const lookUpOrder = defineTool({
  name: 'look_up_order',
  description: 'Looks up an order by its number.',
  effect: 'read',
  input: z.object({ number: z.string().describe('The order number') }),
  run: async ({ number }) => succeed(`Order ${number}: two ropes, shipped on Monday.`),
});

const bowline = await openSession({ tools: [lookUpOrder], builtInTools: false });
for await (const event of bowline.stream('Where is order 17?')) {
  if (event.type === 'tool_request') console.log(`looking up ${JSON.stringify(event.args)}`);
  if (event.type === 'message' && event.role === 'agent')
    console.log(event.content.map((part) => ('text' in part ? part.text : '')).join(''));
}
await bowline.close();
