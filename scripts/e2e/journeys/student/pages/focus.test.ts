import { describe, expect, test } from '@jest/globals';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import { unseenFocus } from '../../browser/focus-ring.ts';
import { journey } from '../../browser/screen.ts';
import { openAs, openMenu, rowOf, show, signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const appearances = [
  { name: 'light', media: { colorScheme: 'light' } },
  { name: 'dark', media: { colorScheme: 'dark' } },
  { name: 'forced colours', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const;

/** Controls that no page has yet, each with a component's own way of hiding the ring. */
const TO_COME = `(() => {
  const style = document.createElement('style');
  style.nonce = JSON.parse(document.getElementById('portal-config').textContent).nonce;
  style.textContent = '.m_1.m_2:focus, .m_1:focus-visible { outline: none; }';
  const gallery = document.createElement('form');
  gallery.id = 'gallery';
  gallery.style.padding = '20px';
  gallery.innerHTML = '<button type="button" role="tab">Tab</button> ' +
    '<button type="button" role="switch">Switch</button> ' +
    '<details><summary>Accordion</summary></details> ' +
    '<button type="button" role="gridcell">12</button> ' +
    '<div role="option" tabindex="0">Option</div> ' +
    '<label><input type="file"> File</label> <textarea aria-label="Text"></textarea> ' +
    '<input type="range" aria-label="Slider">';
  gallery.append(style);
  for (const one of gallery.querySelectorAll('button, summary, div, input, textarea'))
    one.classList.add('m_1', 'm_2');
  document.body.prepend(gallery);
  gallery.tabIndex = -1;
  gallery.focus();
})()`;

describe.each(appearances)('in $name', ({ media }) => {
  test('every control shows that it has the focus', async () => {
    const student = await aStudent({ credits: 8 });
    await aSession();
    const { exam } = await registered(student.person, await examThat(student.person, isPlain));
    await journey(browser, 'desk', async (screen) => {
      const { page } = screen;
      const unseen: string[] = [];
      const walk = async (place: string, given?: Parameters<typeof unseenFocus>[1]) => {
        await screen.settled();
        unseen.push(...(await unseenFocus(page, given)).map((one) => `${place}: ${one}`));
      };
      await page.emulateMedia(media);
      await page.goto('/login');
      await page.getByLabel('Email').fill('nobody');
      await walk('login');
      await page.getByRole('button', { name: 'Support' }).click();
      await page.getByRole('dialog', { name: 'Offices' }).waitFor();
      await walk('offices');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await signIn(screen, student);
      await page.getByRole('heading', { name: 'All Exams' }).waitFor();
      await walk('exams', { steps: 25 });
      await openMenu(screen);
      await walk('menu', { key: 'ArrowDown', steps: 8 });
      await page.keyboard.press('Escape');
      await page.evaluate(TO_COME);
      await walk('controls to come', { steps: 8 });

      await show(screen, 'My exams');
      await rowOf(screen, exam.subject).getByRole('button', { name: 'Schedule' }).click();
      await page
        .getByRole('dialog', { name: 'Schedule session' })
        .getByRole('combobox', { name: 'Branch' })
        .waitFor();
      await walk('schedule');
      await page.keyboard.press('Escape');

      await page.goto('/packages');
      await page.getByRole('button', { name: 'Buy single credits' }).click();
      const pay = page.getByRole('dialog', { name: 'Buy credits' });
      await pay.getByLabel('Name on card').waitFor();
      await pay.getByRole('checkbox').check();
      await walk('pay');
      expect(unseen).toEqual([]);
    });
  });
});

test('the menu of a phone shows the focus, too', async () => {
  const student = await aStudent({ credits: 8 });
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, '/');
    await openMenu(screen);
    await screen.settled();
    expect(await unseenFocus(page)).toEqual([]);
  });
});
