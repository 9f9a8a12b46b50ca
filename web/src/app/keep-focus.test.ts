import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML =
    '<main tabindex="-1"><button id="go">Go</button><input id="other"></main>';
  stop = keepFocus();
});
afterEach(() => stop());

const the = (id: string) => document.getElementById(id) as HTMLButtonElement;
/** As in browsers, a disabled element has no focus. */
function begin(button: HTMLButtonElement): void {
  button.focus();
  button.setAttribute('data-loading', 'true');
  button.blur();
}
const mutated = () => new Promise((done) => setTimeout(done));

test('a button that can be pressed again has the focus again', async () => {
  begin(the('go'));
  await mutated();
  the('go').removeAttribute('data-loading');
  await waitFor(() => expect(document.activeElement).toBe(the('go')));
});

test('when the button has been removed its page has the focus', async () => {
  begin(the('go'));
  await mutated();
  the('go').remove();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test('an element that took the focus first keeps it', async () => {
  begin(the('go'));
  await mutated();
  the('other').focus();
  the('go').removeAttribute('data-loading');
  await mutated();
  await mutated();
  expect(document.activeElement).toBe(the('other'));
});

test('a button that waited without the focus gets none', async () => {
  the('go').setAttribute('data-loading', 'true');
  await mutated();
  the('go').removeAttribute('data-loading');
  await mutated();
  await mutated();
  expect(document.activeElement).toBe(document.body);
});
