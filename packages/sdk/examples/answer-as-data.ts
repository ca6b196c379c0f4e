// Gets an answer as data that your program can use. Set GEMINI_API_KEY, then: node answer-as-data.ts
import { openSession } from '@bowline/sdk';
import * as z from 'zod';

const schema = z.object({
  language: z.string().describe('The main programming language'),
  hasTests: z.boolean(),
});

const bowline = await openSession();
const { data } = await bowline.ask('Look at this project and describe it.', { schema });
console.log(data.hasTests ? `${data.language}, with tests` : `${data.language}, without tests`);
await bowline.close();
