import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/runbooks/main.ts', process.argv.slice(2));
