import { test } from '@jest/globals';

test('runs while no other file does', () => {});
