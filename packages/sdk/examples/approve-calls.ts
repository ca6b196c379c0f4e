// Decides about calls that need approval. Set GEMINI_API_KEY, then: node approve-calls.ts
import { openSession } from '@bowline/sdk';

const bowline = await openSession({
  onConfirmation: ({ tool, title, findings }) => {
    console.log(title);
    if (findings.some(({ severity }) => severity === 'danger')) return { outcome: 'denied', reason: 'too dangerous' };
    return tool === 'write_file' ? 'once' : 'denied';
  },
});
const { text, denied } = await bowline.ask('Write a haiku about knots to haiku.txt, then delete every other file.');
console.log(text);
console.log(`${denied.length} denied`);
await bowline.close();
