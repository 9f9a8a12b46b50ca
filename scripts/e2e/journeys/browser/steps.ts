import { steadyNow } from '@portal/kit/steady-clock';
import type { Locator, Page } from 'playwright-core';
import { aVisaNumber } from '../../cards/card.ts';
import type { Enrolled } from '../../people/students.ts';
import { enterAsStudent } from './enter.ts';
import type { Screen } from './screen.ts';

/** '04/15/2004' of '2004-04-15'. */
export const american = (day: string): string =>
  day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

const newYork = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options })
    .format(at)
    .replace('\u202f', ' ');

/** Formats 'Friday, December 11' and '9:44 PM ET', as session cards and tickets do. */
export const sessionWords = (at: Date): string => {
  const otherYear =
    newYork(at, { year: 'numeric' }) === newYork(steadyNow(), { year: 'numeric' })
      ? ''
      : `, ${newYork(at, { year: 'numeric' })}`;
  const day = newYork(at, { weekday: 'long', month: 'long', day: 'numeric' });
  return `${day}${otherYear}, ${newYork(at, { hour: 'numeric', minute: '2-digit' })} ET`;
};

/** Formats 'Fri, Dec 11, 9:44 PM ET', as sentences do. */
export const sittingWords = (at: Date): string => {
  const otherYear =
    newYork(at, { year: 'numeric' }) === newYork(steadyNow(), { year: 'numeric' })
      ? ''
      : `, ${newYork(at, { year: 'numeric' })}`;
  const day = newYork(at, { weekday: 'short', month: 'short', day: 'numeric' });
  return `${day}${otherYear}, ${newYork(at, { hour: 'numeric', minute: '2-digit' })} ET`;
};

/** Fills the form of a new card; returns its last digits. */
export async function typeCard(within: Page | Locator, { zip = '11230' } = {}): Promise<string> {
  const number = aVisaNumber();
  const year = String(steadyNow().getFullYear() + 3).slice(-2);
  await within.getByLabel('Name on card').fill('Dana Levi');
  await within.getByLabel('Card number').pressSequentially(number);
  await within.getByLabel('Expiry').pressSequentially(`12${year}`);
  await within.getByLabel('CVV').pressSequentially('123');
  await within.getByLabel('Billing zip').fill(zip);
  return number.slice(-4);
}

/** Agrees to the terms and pays. */
export async function agreeAndPay(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox', { name: /I agree to the terms/ }).check();
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** Reads the result of a booking, and closes it. */
export async function closeResult(page: Page, title: string): Promise<void> {
  const result = page.getByRole('dialog', { name: title, exact: true });
  await result.getByRole('button', { name: 'Close' }).last().click();
  await result.waitFor({ state: 'detached' });
}

/** Presses GET in the row of an exam, and confirms the cost. */
export async function getExam(screen: Screen, subject: string): Promise<void> {
  await screen.page.getByRole('button', { name: `GET ${subject}`, exact: true }).click();
  const row = rowOf(screen, subject);
  await row.getByRole('button', { name: 'Register', exact: true }).click();
  await row.getByRole('group', { name: /^Registered/ }).waitFor();
}

/** Reads the result of a registration, and closes it. */
export async function registeredDone(screen: Screen): Promise<void> {
  const result = screen.page.getByRole('dialog', { name: 'You are registered' });
  await result.getByText('Credits left').waitFor();
  await result.getByRole('button', { name: 'Done' }).click();
  await result.waitFor({ state: 'detached' });
}

/** Signs in on the sign-in page. */
export async function signIn(
  { page }: Screen,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Login' }) });
  await card.getByLabel('Email').fill(email);
  await card.getByLabel('Password', { exact: true }).fill(password);
  await card.getByRole('button', { name: 'Login' }).click();
}

/** Opens a page as a student. */
export async function openAs(
  screen: Screen,
  who: { email: string; password: string },
  path: string,
): Promise<void> {
  await enterAsStudent(screen.page.context(), who);
  await screen.page.goto(path);
}

/** Proves the identity on the sign-up card, and enters the address. */
export async function signUp(screen: Screen, student: Enrolled, email: string): Promise<void> {
  const { page } = screen;
  await page.getByLabel('Last 4 of SSN').pressSequentially(student.last4ssn);
  await page
    .getByLabel('Date of birth')
    .pressSequentially(american(student.dob).replaceAll('/', ''));
  await page.getByRole('button', { name: 'Next' }).click();
  const card = page.locator('form').filter({ hasText: 'Please enter your email.' });
  await card.getByLabel('Email').waitFor();
  await card.getByLabel('Email').fill(email);
  await card.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Please check your email for a link to create your password.').waitFor();
}

/** Chooses between 'View all' and 'My exams'. */
export const show = ({ page }: Screen, view: 'View all' | 'My exams'): Promise<void> =>
  page.getByText(view, { exact: true }).first().click();

/** Matches text that contains the words, whatever signs are in them. */
export const inText = (words: string): RegExp =>
  new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Returns the row of an exam. */
export const rowOf = ({ page }: Screen, subject: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: inText(subject) }) });

/** Goes to a page by the frame: the top bar, or the menu of a phone. */
export async function goTo(
  { page, isPhone }: Screen,
  where: 'Packages' | 'Exams' | 'My account',
): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: where })
      .click();
  } else if (where === 'Packages') await page.getByRole('link', { name: 'Pricing' }).click();
  else if (where === 'Exams') await page.getByRole('banner').getByRole('link').first().click();
  else {
    await page.getByRole('button', { name: /^Hi,/ }).click();
    await page.getByRole('menuitem', { name: where }).click();
  }
}

/** Opens the menu that holds 'Logout'. */
export async function openMenu({ page, isPhone }: Screen): Promise<Locator> {
  await page.getByRole('button', isPhone ? { name: 'Menu' } : { name: /^Hi,/ }).click();
  const logout = page.getByRole(isPhone ? 'button' : 'menuitem', { name: 'Logout' });
  await logout.waitFor();
  return logout;
}
