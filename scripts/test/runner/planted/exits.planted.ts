import { test } from '@jest/globals';

test('takes its process along', () => process.exit(0));
