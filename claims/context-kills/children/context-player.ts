import { writeSync } from 'node:fs';
import { playContext, type PlayOrders } from '../context-play.ts';

/** One process of a round: plays on, and kills itself when it is told to; else it tells the moments that there were. */
const moments = await playContext(JSON.parse(process.argv[2] ?? '') as PlayOrders);
writeSync(1, JSON.stringify(moments));
