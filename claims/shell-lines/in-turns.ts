/** Processes the items, two at a time. */
export async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all([worker(), worker()]);
}
