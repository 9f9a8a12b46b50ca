import { handOver, install } from './install.mjs';

install();
handOver('scripts/start/portal.ts');
