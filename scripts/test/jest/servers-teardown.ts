import { endKept } from './kept.ts';

export default async function tearDown(): Promise<void> {
  await endKept('servers');
}
