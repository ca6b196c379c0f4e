import * as z from 'zod';

/** Accepts lists as models write them: a single item without brackets, nothing, or with invalid items. */
export function lenientList<Item extends z.ZodType>(item: Item): z.ZodType<z.infer<Item>[]> {
  return z.preprocess((value) => {
    const items: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    return items.filter((one) => item.safeParse(one).success);
  }, z.array(item));
}

/** A text. Empty if missing. */
export const lenientText = z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string());

/** An object whose main field can be given as plain text. */
export function lenientObject<Shape extends z.ZodRawShape>(
  main: string & keyof Shape,
  shape: Shape,
): z.ZodType<z.infer<z.ZodObject<Shape>>> {
  return z.preprocess((value) => (typeof value === 'string' ? { [main]: value } : value), z.object(shape));
}
