// The first session of a program, which loads everything that the SDK loads lazily.
import { openSession } from '@bowline/sdk';

const bowline = await openSession({ apiKey: 'x' });
await bowline.close();
