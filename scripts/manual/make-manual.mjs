import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/manual/make-manual.ts', process.argv.slice(2));
