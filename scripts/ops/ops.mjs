import { handOver, install } from '../start/install.mjs';

install({ withTools: false });
handOver('scripts/ops/main.ts', process.argv.slice(2));
