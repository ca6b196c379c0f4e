import { describeAll } from './usage/describe-usage.ts';

/** What `bowline --help` prints. */
export const HELP = describeAll();
