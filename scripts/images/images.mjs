import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/images/main.ts', process.argv.slice(2));
