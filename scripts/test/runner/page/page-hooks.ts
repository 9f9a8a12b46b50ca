import '../hooks.ts';
import { openPage } from './page-world.ts';

// For workers with a page: the page has to be there before React and its kin are imported.
openPage();
// React would record tasks and performance tracks for developer tools, which no test reads
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
await import('./page-stand-ins.mjs');
