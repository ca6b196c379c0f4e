import { uptime } from 'node:os';

/** The time since boot, which all processes of a machine share and which also passes while it sleeps. */
export const sinceBootMs = (): number => uptime() * 1000;
