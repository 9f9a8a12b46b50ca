import './hooks.ts';
import { openPage } from './page-world.ts';

// For workers with a page: the page has to be there before React and its kin are imported.
openPage();
await import('./page-stand-ins.mjs');
