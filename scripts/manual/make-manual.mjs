import { handOver, install } from '../start/install.mjs';

install();
handOver('scripts/manual/make-manual.ts', process.argv.slice(2));
