import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/test/run.ts', process.argv.slice(2));
