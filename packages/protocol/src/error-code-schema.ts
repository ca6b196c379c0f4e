import * as z from 'zod';
import { agentErrorCodes } from './errors.ts';

/** A code of ours in data from elsewhere. */
export const agentErrorCodeSchema = z.enum(agentErrorCodes);
