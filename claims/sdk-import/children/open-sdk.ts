// The first session of a program: all that the SDK loads late is loaded here.
import { openSession } from '@bowline/sdk';

const bowline = await openSession({ apiKey: 'x' });
await bowline.close();
