import { expect, test } from '@jest/globals';
import { firstStartWarnings } from '../../portal/first-start.ts';

test('a first start with demo data logs no warning and no stack trace', () => {
  const dataDir = process.env['DEMO_DATA'] || process.env['PORTAL_DATA_DIR'] || '';
  expect(firstStartWarnings(dataDir)).toEqual([]);
});
