import { handOver, install } from '../../start/install.mjs';

install();
handOver('scripts/e2e/fuzz/main.ts', process.argv.slice(2));
