import { checkedDatabases } from '../../../ops/manifest.ts';
import { onThis, putBack } from '../../../ops/restore.ts';
import type { ServiceName } from '../../../portal/databases.ts';
import type { HurtPortal } from './hurt-portal.ts';

/** Restores databases from a backup, while their services are down. */
export async function putBackFrom(
  folder: string,
  services: readonly ServiceName[],
  { portal }: HurtPortal,
): Promise<void> {
  await Promise.all(services.map((service) => portal.down(service)));
  for (const database of await checkedDatabases(folder, services))
    await putBack(folder, database, onThis, {
      database: portal.databaseUrl(database.service),
      nats: portal.env['NATS_URL'] ?? '',
    });
  await Promise.all(services.map((service) => portal.up(service)));
  await portal.ready();
}
