// Asks one question about the current folder. Set GEMINI_API_KEY, then: node one-question.ts
import { openSession } from '@bowline/sdk';

const bowline = await openSession();
const { text, reason, denied, usage, cost } = await bowline.ask('What does this project do? Look before you answer.');
console.log(text);
console.log(`${reason}: ${usage.inputTokens} tokens in, ${usage.outputTokens} out, $${cost?.toFixed(4) ?? '?'}`);
for (const call of denied) console.log(`denied ${call.tool}: ${call.reason}`);
await bowline.close();
