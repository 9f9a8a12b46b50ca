import { handOver, install } from '../start/install.mjs';

await install();
handOver('scripts/tools/tools.ts', process.argv.slice(2));
