import type { Plugin } from 'vite';

const turned: readonly (readonly [string, string])[] = [
  ['<html lang="en"', '<html lang="he" dir="rtl"'],
  ['/src/main.ts', '/src/main.he.ts'],
  ['<title>Student portal</title>', '<title>פורטל הסטודנטים</title>'],
  [
    'The student portal needs JavaScript. Please turn it on, or call the office.',
    'פורטל הסטודנטים זקוק ל-JavaScript. הפעילו אותו או התקשרו למשרד.',
  ],
  ['aria-label="Loading"', 'aria-label="טעינה"'],
  [
    'Register for exams, book a session and take your exams.',
    'הרשמה למבחנים, הזמנת מועד ומבחנים מקוונים.',
  ],
];

/** Makes he.html of index.html: the same page in Hebrew, from right to left. */
export function hebrewPage(): Plugin {
  return {
    name: 'hebrew-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        turned.reduce((page, [from, to]) => {
          if (!page.includes(from)) throw new Error(`index.html holds no ${from}`);
          return page.replace(from, to);
        }, html),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('No index.html was built');
        delete bundle['index.html'];
        this.emitFile({ type: 'asset', fileName: 'he.html', source: page.source });
      },
    },
  };
}
