import { createContext, useContext, useInsertionEffect } from 'react';
import type { DockSection } from '../paint/frame/paint-dock.ts';

/** Where a panel shows its section. */
export interface Surface {
  /** Null: the panel is gone. */
  readonly setPanel: (section: DockSection | null) => void;
}

export const SurfaceContext = createContext<Surface>({ setPanel: () => undefined });

/** Shows a section in the dock while it is mounted. Renders nothing itself, because the canvas paints the dock. */
export function Section({ section }: { readonly section: DockSection }): null {
  const surface = useContext(SurfaceContext);
  useInsertionEffect(() => {
    surface.setPanel(section);
  });
  useInsertionEffect(
    () => () => {
      surface.setPanel(null);
    },
    [surface],
  );
  return null;
}
