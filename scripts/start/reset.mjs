import { handOver, install } from './install.mjs';

install({ withTools: false });
handOver('scripts/start/reset.ts');
