import { handOver, install } from './install.mjs';

await install({ withTools: false });
handOver('scripts/start/portal.ts');
