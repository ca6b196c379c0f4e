// One question about the folder you are in. Set GEMINI_API_KEY, then: node one-question.ts
import { openSession } from '@bowline/sdk';

const bowline = await openSession();
console.log(await bowline.ask('What does this project do? Look before you answer.'));
await bowline.close();
