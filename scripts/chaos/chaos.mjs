import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/chaos/main.ts', process.argv.slice(2));
