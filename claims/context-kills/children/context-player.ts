import { silenceAdk } from '@bowline/runtime';
import { writeSync } from 'node:fs';
import { playContext, type PlayOrders } from '../context-play.ts';

/** One process of a round: continues the session and kills itself when told to; otherwise it reports its moments. */
silenceAdk(); // stdout is for the moments
const moments = await playContext(JSON.parse(process.argv[2] ?? '') as PlayOrders);
writeSync(1, JSON.stringify(moments));
