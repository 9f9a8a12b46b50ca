import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { twelve, visa } from '../shared/payments/testing.ts';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { PackagesPage } from './packages-page.tsx';

afterEach(cleanup);

const credits = {
  totalCredits: 4,
  creditsDetails: { '1,4': 3, '3': 1, generic: 0 },
  pricePerCredit: 42,
  standardProctorFee: 15,
  specialPackages: [],
  examAllowedPackage: null,
  examAllowedPckCreditBalance: 0,
  examAllowedPackages: [],
  vendorSpecificPackage: true,
  packageBuyingDisabled: false,
  freeCreditForSeminaryStudyRetakes: 0,
};
const thanks = {
  totCreditsAvailable: 16,
  successMessage: 'Thank you. 12 credits were added to your account.',
  paymentMethod: null,
};

function open(replies: Record<string, Reply | Reply[]> = {}) {
  const got = fakePortal({
    '/api/getCreditsInfo': { answer: credits },
    '/api/getPackagesTypesToDisplay': { answer: { packages: [twelve], adminOnlyPackages: [] } },
    '/api/getPaymentMethods': { answer: [visa] },
    ...replies,
  });
  show(<PackagesPage />);
  return got;
}

test('shows packages, the price of one credit and the credits held by kind', async () => {
  open();
  await screen.findByRole('heading', {
    level: 1,
    name: 'Packages and pricing designed for students',
  });
  await screen.findByText('$42.00');
  screen.getByText('CIS and TAL 3, CCC 1');
  const card = within(await screen.findByRole('article'));
  for (const text of [
    'Package of 12',
    'Recommended',
    '$444.00',
    '12 credits, $37.00 per credit',
    'Proctor fees prepaid',
    'Never expires',
  ])
    card.getByText(text);
});

test('a package is bought with the saved card, and the new credits are shown', async () => {
  const got = open({ '/api/purchasePackageWithProfile': { answer: thanks } });
  await userEvent.click(await screen.findByRole('button', { name: 'Buy Package of 12' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('radio', { name: /Visa ending in 1111/ });
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Pay' }));

  await screen.findByText('Thank you. 12 credits were added to your account.');
  screen.getByText('16 credits');
  screen.getByText('Paid $444.00');
  screen.getByText(/^Visa ending in 1111, /);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Payment received'));
  expect(got.find(({ path }) => path === '/api/purchasePackageWithProfile')).toMatchObject({
    body: { packageId: 2, amount: 444, ccId: 'p1' },
  });
});

test('single credits open at 3, go from 1 to 8, and the sum goes along', async () => {
  const got = open({ '/api/purchaseCreditsWithProfile': { answer: thanks } });
  await screen.findByText('$126.00');
  const [more, less] = [
    screen.getByRole('button', { name: 'One credit more' }),
    screen.getByRole('button', { name: 'One credit less' }),
  ];
  for (let count = 3; count < 8; count++) await userEvent.click(more);
  expect([more.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', more]);
  await userEvent.click(more);
  screen.getByText('$336.00');
  for (let count = 8; count > 1; count--) await userEvent.click(less);
  expect([less.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', less]);

  await userEvent.click(screen.getByRole('button', { name: 'Buy single credits' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('checkbox'));
  await dialog.findByRole('radio', { name: /Visa/ });
  await userEvent.click(dialog.getByRole('button', { name: 'Pay' }));

  await screen.findByText(/Thank you/);
  expect(got.find(({ path }) => path === '/api/purchaseCreditsWithProfile')).toMatchObject({
    body: { numberOfCredits: 1, amount: 42 },
  });
});

test('a student who may not buy sees why, with every button shut', async () => {
  open({ '/api/getCreditsInfo': { answer: { ...credits, packageBuyingDisabled: true } } });
  const call = await screen.findByRole('link', { name: 'call the office' });
  expect(call.getAttribute('href')).toMatch(/^tel:\d+$/);
  expect(document.body.textContent).toContain('Please call the office to buy credits.');
  await screen.findByRole('article');
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: /^Buy/ }))
    expect(button.disabled).toBe(true);
});

test('no packages, and a list that did not load, each say so', async () => {
  open({ '/api/getPackagesTypesToDisplay': { answer: { packages: [], adminOnlyPackages: [] } } });
  await screen.findByText('There are no packages at this time.');
  cleanup();

  open({
    '/api/getPackagesTypesToDisplay': [
      { status: 404, code: 'not_found', detail: 'Not found.' },
      { answer: { packages: [twelve], adminOnlyPackages: [] } },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('article');
});

test('single credits cannot be bought while no price is set, and packages can', async () => {
  open({ '/api/getCreditsInfo': { answer: { ...credits, pricePerCredit: null } } });
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Prices are not set yet. Single credits',
  });
  expect(button.disabled).toBe(true);
  expect(button.textContent).toBe('Prices are not set yet.');
  expect(screen.queryByText(/One credit costs/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Buy / }).disabled).toBe(false);
});
