import * as z from 'zod';

/** Severity: for information, needs attention, or must not run without the user's approval. */
const severitySchema = z.enum(['info', 'warning', 'danger']);
export type Severity = z.infer<typeof severitySchema>;

/** The result of a safety check on a call, or on text sent to or received from the model. Never contains a secret. */
export const findingSchema = z.object({ check: z.string(), severity: severitySchema, message: z.string() });
export type Finding = z.infer<typeof findingSchema>;
