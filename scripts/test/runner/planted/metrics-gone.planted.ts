import { test } from '@jest/globals';
import { register } from 'prom-client';

test('clears the metrics of modules that other files have loaded', () => {
  register.clear();
});
