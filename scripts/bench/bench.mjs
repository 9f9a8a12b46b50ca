import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/bench/bench.ts', process.argv.slice(2));
