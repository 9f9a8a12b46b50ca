import { serviceActor } from '@portal/kit/auth/actor';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Location } from '@portal/proto/catalog/v1/locations';
import type { Package, Prices } from '@portal/proto/catalog/v1/packages';
import type { NamedId } from '@portal/proto/identity/v1/colleges';
import { FIRST_PROCTOR_FEE_CENTS, FIRST_RETAKE_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type { Clients } from '../clients.ts';
import { type ExamCatalogue, examCatalogue } from './exam-catalogue.ts';
import { createProjection, type Projection } from './projection.ts';
import { createSchoolNames, type SchoolNames } from './school-names.ts';

interface Versioned<Row> {
  version: number;
  rows: readonly Row[];
}

/** The portal's own prices, in cents; of a credit null: not set yet. */
export interface OwnPrices {
  readonly memberCents: number | null;
  readonly nonmemberCents: number | null;
  readonly proctorFeeCents: number;
  readonly retakeFeeCents: number;
}

/** Package types and the portal's own prices. */
interface PriceList extends Versioned<Package> {
  prices: OwnPrices;
}

const toPrices = (prices?: Prices): OwnPrices => ({
  memberCents: !prices || prices.memberPriceMissing ? null : prices.memberCents,
  nonmemberCents: !prices || prices.nonmemberPriceMissing ? null : prices.nonmemberCents,
  proctorFeeCents: prices?.proctorFeeCents ?? FIRST_PROCTOR_FEE_CENTS,
  retakeFeeCents: prices?.retakeFeeCents ?? FIRST_RETAKE_FEE_CENTS,
});

/**
 * Rarely changing data, held in this process: exams, packages, locations, colleges, the names of
 * schools.
 */
export interface Catalogue {
  exams: Projection<ExamCatalogue>;
  /** Package types, with the portal's own prices. */
  packages: Projection<PriceList>;
  locations: Projection<Versioned<Location>>;
  /** Those that a student can be put at, by name. */
  colleges: Projection<readonly NamedId[]>;
  schoolNames: SchoolNames;
  /** Reloads the data that an event says has changed (its subject, e.g. `catalog.exam_changed`). */
  changed(event: string): void;
  /** Waits until all pending refreshes have succeeded or failed. */
  settled(): Promise<void>;
  stop(): void;
}

const by: CallOptions = { actor: serviceActor('bff') };

export function createCatalogue(
  { catalog, identity, schools }: Pick<Clients, 'catalog' | 'identity' | 'schools'>,
  log: Log,
): Catalogue {
  const packages = createProjection<PriceList>(
    'packages',
    async (held) => {
      const answer = await catalog.packages.listPackages({ knownVersion: held?.version ?? 0 }, by);
      if (answer.unchanged) return null;
      return { version: answer.version, rows: answer.packages, prices: toPrices(answer.prices) };
    },
    log,
  );
  const exams = createProjection<ExamCatalogue>(
    'exams',
    async (held) => {
      const [answer, proctorFeeCents] = await Promise.all([
        catalog.exams.listExams({ knownVersion: held?.version ?? 0 }, by),
        packages
          .settled()
          .then(() => packages.get())
          .then(({ prices }) => prices.proctorFeeCents),
      ]);
      if (!answer.unchanged) return examCatalogue(answer.version, answer.exams, proctorFeeCents);
      if (held === null || held.proctorFeeCents === proctorFeeCents) return null;
      return examCatalogue(held.version, [...held.byId.values()], proctorFeeCents);
    },
    log,
  );
  const locations = createProjection<Versioned<Location>>(
    'locations',
    async (held) => {
      const answer = await catalog.locations.listLocations(
        { knownVersion: held?.version ?? 0 },
        by,
      );
      return answer.unchanged ? null : { version: answer.version, rows: answer.locations };
    },
    log,
  );
  const colleges = createProjection<readonly NamedId[]>(
    'colleges',
    async () => (await identity.colleges.listColleges({}, by)).colleges,
    log,
  );
  const schoolNames = createSchoolNames({ schools }, steadyNow);
  const ofCatalog = {
    exam: [exams],
    package: [packages],
    price: [packages, exams], // rows of exams say what a sitting costs
    location: [locations],
  } as const;

  return {
    exams,
    packages,
    locations,
    colleges,
    schoolNames,
    changed(event) {
      if (event.startsWith('schools.')) schoolNames.forget();
      if (!event.startsWith('catalog.')) return;
      const named = Object.entries(ofCatalog).filter(([word]) => event.includes(word));
      for (const [, projections] of named.length > 0 ? named : Object.entries(ofCatalog))
        for (const projection of projections) projection.refresh();
    },
    async settled() {
      await Promise.all(
        [exams, packages, locations, colleges].map((projection) => projection.settled()),
      );
    },
    stop() {
      for (const projection of [exams, packages, locations, colleges]) projection.stop();
    },
  };
}
