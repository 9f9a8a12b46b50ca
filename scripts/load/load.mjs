import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/load/main.ts', process.argv.slice(2));
