import { pathToFileURL } from 'node:url';
import { serviceActor } from '@portal/kit/auth/actor';
import { inNewYork, plusSeconds } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { demoExams } from './demo/exams.ts';
import { demoLocations, demoPlaces } from './demo/locations.ts';
import { demoPackages, demoPrices, demoPricesBefore, demoPricesToCome } from './demo/packages.ts';
import { readExams } from './exams/list-exams.ts';
import { saveExam } from './exams/save-exam.ts';
import { readLocations } from './locations/list-locations.ts';
import { saveLocation } from './locations/save-location.ts';
import { readPlaces } from './office-locations/office-location-store.ts';
import { writeOfficeLocation } from './office-locations/save-office-location.ts';
import { readPackages } from './packages/list-packages.ts';
import { savePackage } from './packages/save-package.ts';
import { readPrices } from './prices/read-prices.ts';
import { savePrices } from './prices/save-prices.ts';
import { setPrice } from './prices/set-price.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Fills a database with the demo catalogue, by the service's own commands; changes no existing row.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  const call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed' };
  const missing = <T extends { id: number }>(wanted: T[], there: { id: number }[]): T[] =>
    wanted.filter(({ id }) => !there.some((one) => one.id === id));

  for (const exam of missing(demoExams(now), await readExams(db, null))) await saveExam(call, exam);
  for (const location of missing(demoLocations, await readLocations(db, null)))
    await saveLocation(call, location);
  const unchanged = (await readPlaces(db, null)).filter(({ version }) => version === 1);
  for (const { id, ...place } of demoPlaces) {
    const { location } = demoLocations.find((one) => one.id === id) ?? {};
    if (location && unchanged.some((one) => one.id === id))
      await writeOfficeLocation(call, { id, version: 1, location, ...place });
  }
  for (const pack of missing(demoPackages(now), await readPackages(db, null)))
    await savePackage(call, pack);
  if ((await readPrices(db)).memberCents === null) {
    await savePrices({ ...call, now: plusSeconds(now, -YEAR_SECONDS) }, demoPricesBefore);
    await savePrices(call, demoPrices);
    const validFrom = inNewYork(now).toPlainDate().add({ months: 1 }).with({ day: 1 }).toString();
    const toCome = { refId: null, validFrom, reason: 'Prices of the new season' };
    await setPrice(call, {
      kind: 'credit_member',
      amountCents: demoPricesToCome.memberCents,
      ...toCome,
    });
    await setPrice(call, {
      kind: 'credit_nonmember',
      amountCents: demoPricesToCome.nonmemberCents,
      ...toCome,
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'catalog seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
