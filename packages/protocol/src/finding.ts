import * as z from 'zod';

/** How bad something is: worth knowing, worth a look, or not to be done without a person's approval. */
const severitySchema = z.enum(['info', 'warning', 'danger']);
export type Severity = z.infer<typeof severitySchema>;

/** What a safety check found about a call, or about a text on its way to or from the model. It never holds a secret. */
export const findingSchema = z.object({ check: z.string(), severity: severitySchema, message: z.string() });
export type Finding = z.infer<typeof findingSchema>;
