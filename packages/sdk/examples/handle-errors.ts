// Handles errors, which have a code to act on and a hint to show. Set GEMINI_API_KEY, then: node handle-errors.ts
import { AgentError, openSession } from '@bowline/sdk';

const bowline = await openSession({ limits: { maxSeconds: 600 } });
try {
  const { text, reason } = await bowline.ask('Say hello.');
  console.log(reason === 'completed' ? text : `stopped: ${reason}`);
} catch (error) {
  if (!AgentError.is(error)) throw error;
  console.log(`${error.code}: ${error.message}`);
  if (error.hint !== undefined) console.log(`hint: ${error.hint}`);
}
await bowline.close();
