import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/bench/bench-web.ts', process.argv.slice(2));
