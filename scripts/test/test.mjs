import { handOver, install } from '../start/install.mjs';

await install();
handOver('scripts/test/run.ts', process.argv.slice(2));
