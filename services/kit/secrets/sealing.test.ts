import { afterEach, expect, test } from '@jest/globals';
import { sealing } from './sealing.ts';

const SETTING = 'SEALING_TEST_SECRET';
afterEach(() => {
  delete process.env[SETTING];
});
const of = (label: string) => sealing({ setting: SETTING, label, what: 'a thing' });

// databases hold these: later code has to open them
test.each([
  {
    label: 'identity webhooks',
    about: '',
    sealed: 'bxoiDSqdLymGzUk6w8W83tkzbBmC8HeBwbLtg1l3X9tYQgTxFFmfV79s',
    opened: 'whsec_kept',
  },
  {
    label: 'identity second factors',
    about: 'user 7',
    sealed: 'bxoiDeugJ90VHxGUPz5ccVFfWFTM5mtw71t1oISVP68BWDq3',
    opened: 'kept',
  },
])(
  'opens an old sealed value of $label with its own key, only for its owner',
  ({ label, about, sealed, opened }) => {
    const bytes = Buffer.from(sealed, 'base64');
    process.env[SETTING] = 'newer';
    expect(() => of(label).open(bytes, about)).toThrow(`${SETTING} lacks the key of a thing`);
    process.env[SETTING] = 'a secret of long ago';
    expect(of(label).open(bytes, about).toString()).toBe(opened);
    expect(() => of(label).open(bytes, 'user 8')).toThrow();
    expect(() => of('another purpose').open(bytes, about)).toThrow();
  },
);
