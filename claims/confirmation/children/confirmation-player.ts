import { silenceAdk } from '@bowline/runtime';
import { writeSync } from 'node:fs';
import { playPart, type PlayOrders } from '../confirmation-play.ts';
import { killSelfAt } from '../confirmation-self-kill.ts';

/** One process of a round: plays its part and kills itself when told to; otherwise it reports the number of points. */
silenceAdk(); // stdout is for the counts
const orders = JSON.parse(process.argv[2] ?? '') as PlayOrders;
const count = killSelfAt(orders.kill);
await playPart(orders);
const { points, touches } = count();
writeSync(1, `${points} ${touches}`);
