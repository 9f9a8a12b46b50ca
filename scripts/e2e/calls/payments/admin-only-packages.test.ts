import { describe, expect, test } from '@jest/globals';
import {
  getAdminOnlyPackages,
  getPackagesTypesToDisplay,
  getSpecialPackageTypes,
} from '@portal/contract/purchases/payments';
import { signedInStaff } from '../../people/staff.ts';

describe('getAdminOnlyPackages', () => {
  test('gives admin-only packages by name, with their comments', async () => {
    const advisorAdmin = await signedInStaff('ROLE_ADVISOR_ADMIN');
    const found = await advisorAdmin.do(getAdminOnlyPackages, {});
    const { packages, adminOnlyPackages } = await advisorAdmin.do(getPackagesTypesToDisplay, {});
    expect(found.map(({ id }) => id).sort()).toEqual(adminOnlyPackages.map(({ id }) => id).sort());
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ display_name }) => display_name)).toEqual(
      found.map(({ display_name }) => display_name).sort((a, b) => a.localeCompare(b, 'en')),
    );
    const onSale = new Set(packages.map(({ id }) => id));
    expect(found.filter(({ id }) => onSale.has(id))).toEqual([]);
    expect(found.some(({ internal_comment }) => internal_comment !== null)).toBe(true);
  });
});

describe('getSpecialPackageTypes', () => {
  test('gives only the names of packages of special programs', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const found = await admin.do(getSpecialPackageTypes, {});
    const { packages, adminOnlyPackages } = await admin.do(getPackagesTypesToDisplay, {});
    const special = [...packages, ...adminOnlyPackages]
      .filter(({ is_special_program }) => is_special_program)
      .map(({ id, display_name }) => ({ id, displayName: display_name }));
    expect(special.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining(special));
    expect(found.map(({ displayName }) => displayName)).toEqual(
      found.map(({ displayName }) => displayName).sort((a, b) => a.localeCompare(b, 'en')),
    );
    expect(found.flatMap((one) => Object.keys(one).sort()).slice(0, 2)).toEqual([
      'displayName',
      'id',
    ]);
  });
});
