import { expect, test } from '@jest/globals';

test('fails first', () => expect(1).toBe(2));

test('takes its process along', () => process.exit(0));
