import { test } from '@jest/globals';
import { Counter } from 'prom-client';

new Counter({ name: 'planted_total', help: 'Counts nothing' });

test('registers a metric, as a module of a service does', () => {});
