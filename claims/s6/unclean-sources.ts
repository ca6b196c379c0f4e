import { registerHooks } from 'node:module';
import { removeCleaning } from './remove-cleaning.ts';

// Preloaded module that removes the cleaning from every source of Bowline.
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.includes('/packages/') || loaded.source == null) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: removeCleaning(source).text };
  },
});
