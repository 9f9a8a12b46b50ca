import { given, refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { asks, asNobody, isTitled, lookAt, press, says } from '../../browser/views.ts';

const link = { valid: true, type: 'reset', firstName: 'Edna' };
const coded = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64url'));
const invitation = `/register/${coded('ruth@student.test')}/2/${coded('269')}`;

async function typeIdentity({ page }: Screen): Promise<void> {
  await page.getByLabel('Last 4 of SSN').pressSequentially('1234');
  await page.getByLabel('Date of birth').pressSequentially('04152004');
}

/** Fills the form of the invitation, and continues. */
async function typeForm(screen: Screen, address: string): Promise<void> {
  const { page } = screen;
  await page.getByLabel('Legal first name').fill('Ruth');
  await page.getByLabel('Legal last name').fill('Moab');
  await page.getByLabel('Gender').selectOption('2');
  await typeIdentity(screen);
  await page.getByLabel('Cell phone').fill('718-555-0101');
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('City').fill('Brooklyn');
  await page.getByLabel('Zip').fill('11230');
  await page.getByLabel('Password', { exact: true }).fill('Right4Tests!');
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await press(screen, 'Continue');
}

lookAt('without a session', { devices: devicesOf.student, signIn: asNobody }, [
  {
    name: 'login',
    at: '/login',
    inEveryWay: true,
    open: says('Create an online account.'),
  },
  {
    name: 'login in Hebrew',
    at: '/login',
    open: async (screen, look) => {
      await press(screen, 'עברית');
      await screen.page.getByRole('button', { name: 'English' }).waitFor();
      await look();
      await press(screen, 'English');
      await screen.page.getByRole('button', { name: 'עברית' }).waitFor();
    },
  },
  {
    name: 'login that is refused',
    at: '/login',
    expected: refusedCalls,
    open: async (screen) => {
      const { page } = screen;
      await refuse(page, 'login', 422, 'invalid_credentials', 'It is not correct.');
      await page.getByLabel('Email').first().fill('nobody@student.test');
      await page.getByLabel('Password', { exact: true }).fill('Wrong4Tests!');
      await press(screen, 'Login');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'login, offices',
    at: '/login',
    open: async (screen, look) => {
      if (!screen.isPhone) return says(/^Support:/)(screen, look); // beside the form
      await press(screen, 'Support');
      await asks('Offices')(screen, look);
    },
  },
  {
    name: 'sign-up',
    at: '/login',
    open: async (screen, look) => {
      const { page } = screen;
      await given(page, 'checkStudentId', { found: true });
      await given(page, 'register', {
        message: 'Please check your email for a link.',
      });
      await typeIdentity(screen);
      await press(screen, 'Next');
      const card = page.locator('form').filter({ hasText: 'Please enter your email.' });
      await card.getByLabel('Email').waitFor();
      await look('the email');
      await card.getByLabel('Email').fill('ruth@student.test');
      await card.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Please check your email for a link').waitFor();
    },
  },
  {
    name: 'sign-up with a bot check',
    at: '/login',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await refuse(page, 'checkStudentId', 403, 'bot_check_needed', 'Please pass the check.');
      await typeIdentity(screen);
      await press(screen, 'Next');
      await page.getByText("I'm not a robot").waitFor();
      await look();
      await press(screen, 'Next');
      await page.getByText('Please confirm that you are not a robot.').waitFor();
    },
  },
  {
    name: 'forgot password',
    at: '/forgotPassword',
    open: async (screen, look) => {
      const { page } = screen;
      await given(page, 'forgotPasswordRequest', {
        message: 'You will get an email.',
      });
      await page.getByLabel('Email').fill('ruth@student.test');
      await look();
      await press(screen, 'Next');
      await page.getByText('You will get an email.').waitFor();
    },
  },
  {
    name: 'create password',
    at: null,
    open: async ({ page }) => {
      await given(page, 'confirmToken', { ...link, type: 'create' });
      await page.goto('/create/1/abc');
      await page.getByLabel('Password', { exact: true }).fill('Right4Tests!');
    },
  },
  {
    name: 'reset password',
    at: null,
    open: async (screen, look) => {
      const { page } = screen;
      await given(page, 'confirmToken', link);
      await given(page, 'resetPassword', { message: 'Done' });
      await page.goto('/reset/1/abc');
      const field = page.getByLabel('Password', { exact: true });
      await field.fill('tooweak');
      await field.blur();
      await look('a weak one');
      await field.fill('Right4Tests!');
      await press(screen, 'Save');
      await page.getByRole('link', { name: 'Go to login' }).waitFor();
    },
  },
  {
    name: 'expired link',
    at: '/reset/1/abc',
    expected: refusedCalls,
    open: says('This link is no longer valid. Please request a new one.'),
  },
  {
    name: 'reset of an address that nobody confirmed',
    at: null,
    open: async (screen, look) => {
      const { page } = screen;
      await given(page, 'confirmToken', {
        ...link,
        identityNeeded: true,
      });
      await given(page, 'releaseAddress', {
        released: true,
        message: 'It is free again.',
      });
      await page.goto('/reset/1/abc');
      await page.getByText('Your email address is not confirmed yet.').waitFor();
      await look();
      await press(screen, 'This is not my account');
      await page.getByRole('heading', { name: 'This is not my account' }).waitFor();
      await look('not my account');
      await press(screen, 'Take my address back');
      await page.getByText('It is free again.').waitFor();
    },
  },
  {
    name: 'new address',
    at: '/email/1/abc',
    expected: refusedCalls,
    open: async (screen, look) => {
      await screen.page.getByText('You will log in to the portal with this address.').waitFor();
      await look();
      await screen.page.locator('form').getByRole('button').last().click();
      await screen.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'invitation',
    at: invitation,
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Create account' }).waitFor();
      await look();
      await typeForm(screen, '12 Barley Street!');
      await page.getByText('Address invalid').waitFor();
      await look('a wrong field');
      await page.getByLabel('Address', { exact: true }).fill('12 Barley Street');
      await press(screen, 'Continue');
      await page.getByText("I'm not a robot").waitFor();
      await press(screen, 'Save');
      await page.getByText('Please confirm that you are not a robot.').waitFor();
    },
  },
  {
    name: 'invitation with a wrong link',
    at: '/register/no-address/2/MjY5',
    open: says('This link is not valid. Please call the office.'),
  },
  {
    name: 'page that is not there',
    at: '/no/such/page',
    expected: refusedCalls,
    open: isTitled('Page not found'),
  },
  {
    name: 'start of an exam without its key',
    at: '/startExam/nonsense',
    open: isTitled('Key not found.'),
  },
  {
    name: 'start of an exam that fails',
    at: `/startExam/${Buffer.from(
      JSON.stringify({
        student_id: 1,
        exam_id: 1,
        registration_id: 1,
        token: 'abc',
      }),
    ).toString('base64url')}`,
    expected: refusedCalls,
    open: says('Try again'),
  },
]);
