import * as z from 'zod';

/** A list as models write it: one thing without the brackets, nothing at all, or with things among it that do not fit. */
export function lenientList<Item extends z.ZodType>(item: Item): z.ZodType<z.infer<Item>[]> {
  return z.preprocess((value) => {
    const items: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    return items.filter((one) => item.safeParse(one).success);
  }, z.array(item));
}

/** A text; empty when there is none. */
export const lenientText = z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string());

/** An object of which a mere text gives the main field. */
export function lenientObject<Shape extends z.ZodRawShape>(
  main: string & keyof Shape,
  shape: Shape,
): z.ZodType<z.infer<z.ZodObject<Shape>>> {
  return z.preprocess((value) => (typeof value === 'string' ? { [main]: value } : value), z.object(shape));
}
